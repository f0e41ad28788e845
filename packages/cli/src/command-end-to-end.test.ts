import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from './testing/run-command.ts'
import { type StartedServer, startServer } from './testing/start-server.ts'

/** `start`, `import` and `search` together, with the real server found by its local.json. */
describe('the repertoire command, from start to search', () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    const description = 'Waters plants on a schedule. Use when leaves hang.'
    temp.write('skills/plants/SKILL.md', skillText('watering-plants', description))
    temp.write('skills/plants/scripts/pump.sh', '#!/bin/sh\n', 0o755)
    temp.write('skills/cats/SKILL.md', skillText('feeding-cats', 'Feeds cats twice a day.'))
    temp.write('skills/mended/SKILL.md', '---\nname: mended\ndescription: a: b\n---\nbody\n')
    temp.write('skills/bad/SKILL.md', new Uint8Array([0x2d, 0xff]))
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('imports valid skills, reports why it rejects the rest, and changes nothing the second time', async () => {
    const first = await run('import', 'skills')
    expect(first.stdout).toContain('3 created, 0 updated, 0 unchanged, 1 refused')
    expect(first.stdout).toMatch(/^refused +bad\n +.+ \[skill\.unreadable\]$/m)
    expect(first.stdout).toMatch(/^created +mended {2}mended {2}\(frontmatter repaired\)$/m)
    expect(first.code).toBe(1)
    const second = await run('import', 'skills')
    expect(second.stdout).toContain('0 created, 0 updated, 3 unchanged, 1 refused')
  })

  it('updates exactly what changed, including other files than SKILL.md', async () => {
    await run('import', 'skills/plants', 'skills/cats')
    temp.write('skills/plants/scripts/pump.sh', '#!/bin/sh\necho on\n', 0o755)
    const { code, stdout } = await run('import', 'skills/plants', 'skills/cats', '--json')
    expect(code).toBe(0)
    const statuses = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ slug, status }) => [slug, status])
    expect(statuses).toEqual([
      ['watering-plants', 'updated'],
      ['feeding-cats', 'unchanged'],
    ])
  })

  it('finds a skill by its purpose, and says why', async () => {
    await run('import', 'skills/plants', 'skills/cats')
    const table = await run('search', 'my', 'leaves', 'are', 'hanging')
    expect(table.code).toBe(0)
    expect(table.stdout).toMatch(/^ +1\. watering-plants +\d+\.\d {2}.*leaves in description/m)
    const [first] = (await run('search', 'cats', '--json')).stdout.split('\n')
    const found = JSON.parse(first ?? '')
    expect(found).toMatchObject({ rank: 1, slug: 'feeding-cats', scope: 'org', enabled: true })
    expect(found.reasons[0]).toMatchObject({ word: 'cats' })
    const nothing = await run('search', 'zeppelin', 'maintenance')
    expect([nothing.code, nothing.stdout]).toEqual([1, ''])
  })

  it('A3: a near-duplicate is named below the result that it is like', async () => {
    for (const slug of ['soil-one', 'soil-two'])
      temp.write(
        `skills/${slug}/SKILL.md`,
        `---\nname: Soil\nslug: ${slug}\ndescription: Chooses potting soil.\n---\nUse peat-free soil.\n`,
      )
    await run('import', 'skills/soil-one', 'skills/soil-two')
    const { stdout } = await run('search', 'potting', 'soil')
    expect(stdout).toMatch(/1\. soil-(one|two) .*\n.*\n +nearly the same: soil-(one|two)\n$/)
    const lines = (await run('search', 'potting', 'soil', '--json')).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).alike)).toEqual([[expect.stringMatching('soil-')]])
  })

  it('E3: says why agents cannot use a skill here', async () => {
    temp.write(
      'skills/rain/SKILL.md',
      '---\nname: rain\ndescription: Forecasts drizzle.\nmetadata:\n  repertoire.requires_tools: rain_radar\n---\nLook up.\n',
    )
    await run('import', 'skills/rain')
    expect((await run('search', 'drizzle')).stdout).toContain('it needs the tool rain_radar')
    const { unavailable } = JSON.parse((await run('search', 'drizzle', '--json')).stdout)
    expect(unavailable).toMatchObject({ condition: 'requires_tools:rain_radar' })
  })

  it('exits with 4 for an unknown key, and with 2 for an invalid limit', async () => {
    const forged = await run('search', 'cats', '--key', 'rep_forged')
    expect([forged.code, forged.stderr]).toEqual([4, expect.stringContaining('API key')])
    expect((await run('search', 'cats', '--limit', '0')).code).toBe(2)
  })

  it('stops the server on SIGTERM, and exits like it', async () => {
    const another = await startServer(temp, 'second')
    const data = another.env.REPERTOIRE_DATA_DIR
    expect(existsSync(join(data, 'local.json'))).toBe(true)
    expect(await another.stop()).toMatchObject({ code: 0, signal: null })
    const after = await run('search', 'cats', '--data', data)
    expect([after.code, after.stderr]).toEqual([5, expect.stringContaining('npm start')])
  })

  it('exits with the server’s own error and code when it cannot start', async () => {
    const ended = await run('start', '--port', 'seven')
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('PORT')
  })
})
