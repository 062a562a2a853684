/** Everything of one person out as a file, or in from a file. */
import { useState } from 'react'
import { send, serviceUrl, query, type Schemas } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { useRefresh } from '../api/queries.ts'
import { useNotices } from '../parts/notices.tsx'
import { useSession } from '../session.tsx'

export function Transfer () {
  const { userId } = useSession()
  const { fail, tell } = useNotices()
  const refresh = useRefresh()
  const [busy, setBusy] = useState<string | null>(null)
  const [report, setReport] = useState<Schemas['ImportReport'] | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [mode, setMode] = useState('skip')

  async function onExport (): Promise<void> {
    setBusy('Exporting…')
    try {
      const response = await send(`${serviceUrl}/api/v1/export${query({ user_id: userId })}`)
      const chunks: Blob[] = []
      let bytes = 0
      const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        chunks.push(new Blob([part.value]))
        bytes += part.value.length
        setBusy(`Exporting… ${Math.ceil(bytes / 1024).toLocaleString()} KB`)
      }
      save(
        new Blob(chunks, { type: 'application/x-ndjson' }),
        `palimpsest-${userId.replaceAll(/[^\w-]/g, '_').slice(0, 60)}.ndjson`
      )
      tell('Exported.')
    } catch (error) {
      fail(error)
    } finally {
      setBusy(null)
    }
  }

  async function onImport (file: File): Promise<void> {
    setBusy(`Importing ${file.name}…`)
    setReport(null)
    setSending({ sent: 0, size: file.size })
    try {
      const type = /\.zip$/i.test(file.name) ? 'application/zip' : 'application/x-ndjson'
      const url = `${serviceUrl}/api/v1/import${query({ user_id: userId, mode })}`
      setReport(await upload(url, file, type, sent => setSending({ sent, size: file.size })))
      await refresh()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(null)
      setSending(null)
    }
  }

  return (
    <section>
      <h2>Out and in</h2>
      <p className="actions">
        <button
          type="button"
          disabled={busy !== null}
          onClick={() => {
            void onExport()
          }}
        >
          Export everything
        </button>
      </p>
      <form className="import">
        <label>
          Import a file
          <input
            type="file"
            disabled={busy !== null}
            accept=".ndjson,.jsonl,.json,.zip"
            onChange={event => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file !== undefined) void onImport(file)
            }}
          />
        </label>
        <label>
          What is here already
          <select value={mode} onChange={event => setMode(event.target.value)}>
            <option value="skip">stays as it is</option>
            <option value="overwrite">is replaced by the file</option>
          </select>
        </label>
      </form>
      <p aria-live="polite" className="quiet">{busy}</p>
      {sending !== null && <Sent {...sending} />}
      {report !== null && (
        <p role="status">
          {report.imported.memories.toLocaleString()} memories imported, {report.skipped.memories.toLocaleString()}{' '}
          were here already, {report.overwritten.toLocaleString()} replaced, {report.left_out.toLocaleString()}{' '}
          left out.
        </p>
      )}
    </section>
  )
}

interface Sending {
  sent: number
  size: number
}

/** The service stores while it reads, so what is left after the last byte is short. */
function Sent ({ sent, size }: Sending) {
  const of = size.toLocaleString()
  return (
    <p className="quiet sent">
      <progress aria-label="Sent" value={sent} max={Math.max(1, size)} /> {sent < size
        ? `${Math.floor(sent / Math.max(1, size) * 100)} % sent, ${sent.toLocaleString()} of ${of} bytes`
        : `All ${of} bytes are sent; the last of it is being stored.`}
    </p>
  )
}

function save (blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
