/** `postMessage` that never throws: one message that cannot be cloned fails alone, not with those beside it. */

interface Port {
  postMessage(messages: unknown[]): void
}

/** `instead` answers what is posted in place of a message that cannot be cloned; undefined posts nothing. */
export function post<Message> (
  port: Port,
  messages: Message[],
  instead: (message: Message, error: Error) => Message | undefined
): void {
  if (messages.length === 0) return
  try {
    port.postMessage(messages)
  } catch (error) {
    if (messages.length > 1) {
      for (const message of messages) post(port, [message], instead)
      return
    }
    const other = messages[0] === undefined ? undefined : instead(messages[0], error as Error)
    if (other !== undefined) port.postMessage([other])
  }
}
