/**
 * What the pipelines measure, published on diagnostics channels so that no caller has to ask for it. Publishing without
 * a subscriber costs nothing.
 */
import { channel } from 'node:diagnostics_channel'

export interface RecallMeasured {
  /** As the recall was given it: a channel belongs to the process, and a subscriber may count some recalls only. */
  request: object
  /** Milliseconds a stage, in the order they ran. */
  timings: Record<string, number>
}

/** One `RecallMeasured` a recall. */
export const recallMeasured = channel('palimpsest:recall')
