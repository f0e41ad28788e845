/** A script that makes empty files without end, as memory of the host that no process is charged for. */
import assert from 'node:assert/strict'
import { connect } from '../api.ts'

const folders = ['/tmp', '/dev/shm', '/workspace']

export async function proveFileLimit(
  server: { readonly url: string; readonly key: string },
  report: (line: string) => void,
): Promise<void> {
  const api = connect(server.url, server.key)
  const { available } = await api.get<{ available: boolean }>('/sandbox')
  if (!available) return report('empty files: not tried, since no sandbox works here')
  for (const folder of folders) {
    const script = `cd ${folder}; n=0; while [ $n -lt 400000 ]; do : > $n; n=$((n + 1)); done 2> /dev/null; sleep 60`
    const { status } = await api.send<{ status: string }>('POST', '/sandbox/execute', {
      ...{ runtime: 'shell', entry: 'main.sh' },
      files: [{ path: 'main.sh', text: script }],
      limits: { wall_ms: 60_000, cpu_seconds: 60 },
    })
    // A container charges them to its memory instead.
    assert.match(status, /^(too-many-files|out-of-memory)$/, `${folder}: ${status}`)
  }
  report(`empty files without end in ${folders.join(', ')}: the script is ended`)
}
