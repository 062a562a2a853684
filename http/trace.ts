/** W3C trace context: the trace id of a traced request stands in our log too. */
import type { IncomingHttpHeaders } from 'node:http'

const traceparent = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/

/** Empty when there is no trace or the header is not well-formed. */
export function traceOf (
  { traceparent: header = '' }: IncomingHttpHeaders
): { trace_id?: string, parent_span_id?: string } {
  const [, traceId, parentId] = traceparent.exec(String(header)) ?? []
  if (traceId === undefined || parentId === undefined || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return {}
  return { trace_id: traceId, parent_span_id: parentId }
}
