import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobSettings, settingsOf } from './job-settings.ts'
import { SettingsProcess } from './settings-process.ts'

const folders = { folder: '/f', skill: '/f/a', workspace: '/f/b', scratch: '/f/c', start: '/f/d' }
const settings: JobSettings = settingsOf(folders, { platform: 'linux', readable: [] })

/** A minimal fake package, as a URL. */
const library = (body: string): string =>
  `data:text/javascript,${encodeURIComponent(`
let ended = 0
export const SandboxManager = {
  cleanupAfterCommand() { ended += 1 },
  async wrapWithSandbox(command, shell, settings) { ${body} },
}`)}`

describe('the settings process', () => {
  let folder = ''
  const opened: SettingsProcess[] = []
  const open = (body: string): SettingsProcess => {
    const one = new SettingsProcess({ library: library(body), folder, account: null })
    opened.push(one)
    return one
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-process-'))
  })
  afterAll(async () => {
    for (const one of opened) one.close()
    await rm(folder, { recursive: true })
  })

  it('returns each command’s own answer', async () => {
    const one = open('return shell + command + settings.network.allowedDomains.length')
    const words = Array.from({ length: 20 }, (_, index) => `-${index}-`)
    const answers = await Promise.all(words.map((word) => one.commandLine(word, settings)))
    expect(answers).toEqual(words.map((word) => `/bin/sh${word}0`))
  })

  it('has none of the host’s environment, and its own folder', async () => {
    process.env.SETTINGS_PROCESS_SECRET = 'ours'
    const one = open('return JSON.stringify([Object.keys(process.env), process.cwd()])')
    const [names, cwd] = JSON.parse(await one.commandLine('x', settings))
    expect(names.filter((name: string) => !/^__CF/.test(name)).toSorted()).toEqual(['HOME', 'PATH'])
    expect(cwd).toContain('settings-process-')
  })

  it('reports why there is no command line, and forwards the end of a command', async () => {
    const one = open('if (command === "no") throw new Error("not so"); return String(ended)')
    await expect(one.commandLine('no', settings)).rejects.toThrow('not so')
    one.ended()
    expect(await one.commandLine('yes', settings)).toBe('1')
  })

  it('fails pending calls when it exits, and is restarted by the next call', async () => {
    const one = open('if (command === "die") process.exit(3); return "alive"')
    await expect(one.commandLine('die', settings)).rejects.toThrow(/sandbox-runtime ended/)
    expect(await one.commandLine('x', settings)).toBe('alive')
    const missing = new SettingsProcess({ library: 'file:///none.js', folder, account: null })
    await expect(missing.commandLine('x', settings)).rejects.toThrow(/none\.js/)
  })
})
