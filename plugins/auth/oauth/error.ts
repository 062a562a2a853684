/** An error in the shape of RFC 6749: a code that clients know, and a sentence for people. */
export class OAuthError extends Error {
  readonly error: string
  readonly statusCode: number

  constructor (error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
    this.statusCode = error === 'invalid_client' ? 401 : 400
  }
}
