/**
 * What the pipelines measure, published on diagnostics channels so that no caller has to ask for it. Publishing without
 * a subscriber costs nothing.
 */
import { channel } from 'node:diagnostics_channel'

export interface RecallMeasured {
  /** Milliseconds a stage, in the order they ran. */
  timings: Record<string, number>
}

/** One `RecallMeasured` a recall, published inside the recall's asynchronous context. */
export const recallMeasured = channel('palimpsest:recall')
