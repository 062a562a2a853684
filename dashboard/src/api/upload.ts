/** A file to the service, saying how much of it is sent. Only XMLHttpRequest tells that; `fetch` does not. */
import { authorization, refusal, unreachable } from './client.ts'

export async function upload<T> (
  url: string,
  file: File,
  type: string,
  onSent: (bytes: number) => void
): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('content-type', type)
    const key = authorization()
    if (key !== null) request.setRequestHeader('authorization', key)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onerror = () => reject(unreachable())
    request.onload = () => {
      const body = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as T)
      else reject(refusal(request.status, body))
    }
    request.send(file)
  })
}

/** What stands between may answer with a page instead. */
function parsed (text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}
