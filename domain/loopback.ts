/** Names and addresses of the loopback interface. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a server that listens on this host can be reached from this machine alone. */
export function isLoopback (host: string): boolean {
  return loopback.test(host)
}
