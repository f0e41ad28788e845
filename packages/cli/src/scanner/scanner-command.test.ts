import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

describe('how findings count, on the command line', { timeout: 180_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const scanner = (...args: string[]) =>
    runCommand(['scanner', ...args], { cwd: temp.folder, env: server.env })

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp, 'data')
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('shows the preset, sets it and severities of rules, and takes them back', async () => {
    expect((await scanner()).stdout).toBe('preset  balanced\n')
    const set = await scanner('set', '--preset', 'strict', '--severity', 'supply.shortener=high')
    expect(set.stdout).toBe('preset  strict\nsupply.shortener  high\n')
    const unknown = await scanner('set', '--severity', 'supply.shortner=high')
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('supply.shortener')])
    expect((await scanner('set', '--remove', 'supply.shortener')).stdout).toBe('preset  strict\n')
    const demo = await scanner('set', '--review-model', 'demo')
    expect([demo.code, demo.stderr]).toEqual([2, expect.stringContaining('demo model')])
    expect((await scanner('set', '--review-model', '')).stdout).toBe('preset  strict\n')
    expect((await scanner('rules')).stdout).toMatch(/^model\.theft +high /m)
    expect((await scanner('rules')).stdout).toMatch(/^run\.miner +critical /m)
  })
})
