/** The model itself: rows in, tensors out. Runs inside the worker thread, because a run blocks the thread it is on. */
import ort from 'onnxruntime-node'
import type { ModelFolder } from './model.ts'
import type { TokenRow } from './rows.ts'

export interface Session {
  outputs: readonly string[]
  /** At least one row; shorter ones are padded. Throws an `Error` that names the output which is not float32. */
  run<Name extends string>(rows: TokenRow[], outputs: readonly Name[]): Promise<Record<Name, Numbers>>
  close(): Promise<void>
}

export interface Numbers {
  dims: readonly number[]
  numbers: Float32Array
}

const known = ['input_ids', 'attention_mask', 'token_type_ids']

/** Throws an `Error` whose message completes "… cannot be used: ". */
export async function openSession ({ onnxFile, padId }: ModelFolder, threads: number): Promise<Session> {
  const session = await ort.InferenceSession.create(onnxFile, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Rows are of many shapes, and a block of memory would be kept for each.
    enableMemPattern: false,
    // Severity 3: errors only; the runtime warns at length about exported graphs.
    logSeverityLevel: 3,
    // A thread that waits for work must not take the processor from the event loop.
    extra: { session: { intra_op: { allow_spinning: '0' } } }
  })
  const unsupported = session.inputNames.filter(name => !known.includes(name))
  if (unsupported.length > 0) {
    throw new Error(`it wants the input ${unsupported.join(', ')}, which a cross-encoder has not`)
  }

  async function run<Name extends string> (rows: TokenRow[], outputs: readonly Name[]): Promise<Record<Name, Numbers>> {
    const width = Math.max(...rows.map(({ ids }) => ids.length))
    const tensor = (fill: (row: TokenRow, place: number) => number) => {
      // Written as the lower 32 bits of each number: one BigInt a number would be most of this thread's garbage.
      const halves = new Int32Array(rows.length * width * 2)
      for (const [line, row] of rows.entries()) {
        for (let place = 0; place < width; place++) halves[(line * width + place) * 2] = fill(row, place)
      }
      return new ort.Tensor('int64', new BigInt64Array(halves.buffer), [rows.length, width])
    }
    const inputs = {
      input_ids: () => tensor(({ ids }, place) => ids[place] ?? padId),
      attention_mask: () => tensor(({ ids }, place) => place < ids.length ? 1 : 0),
      token_type_ids: () => tensor(({ types }, place) => types[place] ?? 0)
    }
    const feeds = Object.fromEntries(session.inputNames.map(name => [name, inputs[name as keyof typeof inputs]()]))
    const found = await session.run(feeds, outputs)
    return Object.fromEntries(outputs.map(name => {
      const { dims, data, type } = found[name] as ort.Tensor
      if (type !== 'float32') {
        throw new Error(`its output "${name}" is ${type}[${dims.join(', ')}], where float32 is read`)
      }
      return [name, { dims, numbers: data as Float32Array }]
    })) as Record<Name, Numbers>
  }

  return {
    outputs: session.outputNames,
    run,
    close: async () => {
      await session.release()
    }
  }
}
