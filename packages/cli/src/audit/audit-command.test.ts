import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

describe('repertoire audit, against the real server', () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })
  const lines = () => readFileSync(join(temp.folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n')
  const verifyLines = async (changed: readonly string[]) => {
    temp.write('changed.jsonl', `${changed.join('\n')}\n`)
    return run('audit', 'verify', '--file', 'changed.jsonl')
  }

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    for (const name of ['one', 'two', 'three']) temp.write(`${name}/SKILL.md`, skillText(name))
    await run('import', 'one', 'two', 'three')
    expect((await run('audit', 'export', '-o', 'audit.jsonl')).code).toBe(0)
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('verify finds a whole log, and prints the hash of its last entry to keep', async () => {
    const { code, stdout } = await run('audit', 'verify')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^whole: \d+ entries, 1 to \d+\nhead {2}[0-9a-f]{64}\n$/),
    ])
  })

  it('verify --head finds a hash that was kept, and misses one that is not there', async () => {
    const head = /head {2}(\w+)/.exec((await run('audit', 'verify')).stdout)?.[1] ?? ''
    expect((await run('audit', 'verify', '--head', head)).code).toBe(0)
    const other = await run('audit', 'verify', '--head', 'f'.repeat(64))
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('not in this chain')])
    expect((await run('audit', 'verify', '--head', 'short')).code).toBe(2)
  })

  it('verify --file checks an export without a server, and tells the first broken entry', async () => {
    const [header = '', first = '', second = '', third = '', ...rest] = lines()
    const whole = await verifyLines([header, first, second, third, ...rest])
    expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('whole: ')])
    const broken = async (changed: readonly string[]) => {
      const { code, stdout } = await verifyLines(changed)
      return [code, stdout.split(':')[0]]
    }
    const edited = second.replace('"action":"', '"action":"no-')
    const id = JSON.parse(second).id
    expect(await broken([header, first, edited, third, ...rest])).toEqual([
      1,
      `broken at entry 2 (${id})`,
    ])
    expect(await broken([header, first, third, ...rest])).toEqual([1, 'broken at entry 2'])
    expect(await broken([header, second, first, third, ...rest])).toEqual([1, 'broken at entry 1'])
    expect((await broken([header, first, first, second]))[0]).toBe(1)
    expect(await broken([header, first, second])).toEqual([1, 'broken at entry 3'])
    expect((await broken([header, 'no JSON', first]))[0]).toBe(1)
    expect((await verifyLines(['{}'])).code).toBe(2)
    expect((await run('audit', 'verify', '--file', 'absent.jsonl')).code).toBe(2)
  })

  it('verify demands the checkpoint of what was removed, and accepts what somebody knows', async () => {
    const [header = '', first = '', ...rest] = lines()
    const { hash } = JSON.parse(first)
    const startsAtTwo = { ...JSON.parse(header), before: { seq: 1, hash } }
    const older = { removed: 1, hash, at: null, days: null, unproved: 1, signature: null }
    const verify = async (checkpoint: object | null, ...more: string[]) => {
      const changed = [JSON.stringify({ ...startsAtTwo, checkpoint }), ...rest]
      temp.write('moved.jsonl', `${changed.join('\n')}\n`)
      return run('audit', 'verify', '--file', 'moved.jsonl', ...more)
    }
    const missing = await verify(null)
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('no checkpoint')])
    const unproved = await verify(older)
    expect([unproved.code, unproved.stdout]).toEqual([
      1,
      expect.stringContaining('removed before checkpoints existed'),
    ])
    const accepted = await verify(older, '--accept-removed', '1')
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      expect.stringContaining('the first 1 were removed before checkpoints existed'),
    ])
    expect((await verify({ ...older, signature: 'AA' })).stdout).toContain('was changed')
    expect((await verify({ ...older, removed: 9 })).stdout).toContain('does not end where')
    expect((await verify(older, '--accept-removed', 'all')).code).toBe(2)
  })

  it('export writes JSON lines, for a time span, and overwrites nothing without --force', async () => {
    const [header] = lines()
    expect(JSON.parse(header ?? '')).toMatchObject({ is_from_oldest: true })
    const printed = await run('audit', 'export', '--from', '2999-01-01')
    expect(printed.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect((await run('audit', 'export', '-o', 'audit.jsonl')).code).toBe(2)
    expect((await run('audit', 'export', '-o', 'audit.jsonl', '--force')).code).toBe(0)
    expect((await run('audit', 'export', '--from', 'yesterday')).code).toBe(2)
    expect(existsSync(join(temp.folder, 'audit.jsonl'))).toBe(true)
  })
})
