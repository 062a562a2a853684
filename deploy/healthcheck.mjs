/** The container's health probe: GET /api/health, and its reason on standard output when it is not well. */
const port = process.env.SVC_Server__Port || '3001'
try {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) })
  if (!response.ok) console.log(await response.text())
  process.exit(response.ok ? 0 : 1)
} catch (error) {
  console.log(error.message)
  process.exit(1)
}
