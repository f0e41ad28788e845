/**
 * The attack of somebody who can write the database but has no key of the server: the oldest entries of the audit log
 * are deleted, and the start of its chain is moved behind them. The command that verifies the log must tell.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { connect } from '../api.ts'
import { root } from '../paths.ts'
import { freePort, startServer } from '../server-process.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const command = ['--conditions=repertoire-source', join(root, 'packages/cli/src/main.ts')]

export async function proveAuditStart(report: (line: string) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-audit-start-'))
  const start = async () => startServer({ dataDir, port: await freePort(), key })
  let server = await start()
  try {
    const api = connect(server.url, key)
    for (const name of ['one', 'two', 'three']) await api.send('POST', '/agents', { name })
    const whole = await verify(server.url)
    assert.match(whole, /^whole: /)
    const head = /head {2}(\w+)/.exec(whole)?.[1] ?? ''
    await server.kill('SIGTERM')

    const older = { at: null, days: null, unproved: 2, signature: null }
    moveStart(join(dataDir, 'repertoire.db'), (last) => [
      `delete from audit where seq <= ${last.seq}`,
      `update audit_chains set start_seq = ${last.seq}, start_hash = '${last.hash}'`,
    ])
    server = await start()
    assert.match(await verify(server.url, '--head', head), /^broken at entry 3: .*no checkpoint/)
    report('deleting the oldest audit entries and moving the start is found, with a kept hash too')
    await server.kill('SIGTERM')

    moveStart(join(dataDir, 'repertoire.db'), ({ seq, hash }) => [
      `update audit_chains set checkpoint = '${JSON.stringify({ removed: seq, hash, ...older })}'`,
    ])
    server = await start()
    const claimed = await verify(server.url)
    assert.match(claimed, /^broken at entry 3: .*before checkpoints existed, and nothing proves/)
    assert.match(await verify(server.url, '--accept-removed', '1'), /^broken/)
    report(
      'so is the claim that an earlier release removed them, unless a person knows that number',
    )
  } finally {
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What the statements do with the second entry of the log, or with the one before which it starts. */
function moveStart(
  file: string,
  statements: (last: { seq: number; hash: string }) => readonly string[],
): void {
  const database = new DatabaseSync(file)
  const row = database
    .prepare(
      'select seq, hash from audit where seq = 2 union all select start_seq, start_hash from audit_chains where start_seq = 2',
    )
    .get() as { seq: number; hash: string }
  for (const statement of statements(row)) database.exec(statement)
  database.close()
}

/** What `repertoire audit verify` prints, whatever it finds. */
async function verify(url: string, ...options: string[]): Promise<string> {
  const args = [...command, 'audit', 'verify', ...options]
  const env = { ...process.env, REPERTOIRE_URL: url, REPERTOIRE_API_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}
