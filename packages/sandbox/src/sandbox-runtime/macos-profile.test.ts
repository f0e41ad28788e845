import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeatbeltProfile } from '../testing/seatbelt-profile.ts'
import { type JobFolders, settingsOf } from './job-settings.ts'
import { readableInterpreterPaths, readableSystemPaths } from './readable.ts'
import { SettingsProcess } from './settings-process.ts'

const base = '/private/var/folders/x1/T/repertoire-sandbox-501/host-7-started-ab'
const at = (run: string): JobFolders => ({
  ...{ folder: `${base}/${run}`, skill: `${base}/${run}/skill`, start: `${base}/${run}/start` },
  ...{ workspace: `${base}/${run}/workspace`, scratch: `${base}/${run}/scratch` },
})
const python = '/opt/homebrew/Cellar/python@3.12/3.12.4/Frameworks/Python.framework/Versions/3.12'
const node = '/Users/ada/.nvm/versions/node/v24.1.0/bin/node'

/** The package as on macOS, wherever this runs. */
const asOnMac = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperty(process, 'platform', { value: 'darwin' })
export const { SandboxManager } = await import(${JSON.stringify(import.meta.resolve('@anthropic-ai/sandbox-runtime'))})`,
)}`

describe('the Seatbelt profile on macOS', () => {
  let folder = ''
  let words: readonly string[] = []
  let profile: SeatbeltProfile
  const job = at('run-7')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'macos-profile-'))
    const writer = new SettingsProcess({ library: asOnMac, folder, account: null })
    const interpreters = readableInterpreterPaths('darwin', [node, python])
    const readable = [...(readableSystemPaths('darwin') ?? []), ...interpreters]
    const settings = settingsOf(job, { platform: 'darwin', readable })
    const line = await writer.commandLine(`exec /bin/bash '${job.start}'`, settings)
    writer.close()
    words = execFileSync('/bin/sh', ['-c', `set -- ${line}\nprintf '%s\\0' "$@"`])
      .toString()
      .split('\0')
      .slice(0, -1)
    profile = new SeatbeltProfile(words[words.indexOf('-p') + 1] ?? '')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const reads = (path: string) => profile.allows('file-read-data', path)
  const writes = (path: string) =>
    ['file-write-create', 'file-write-data', 'file-write-unlink'].map((each) =>
      profile.allows(each, path),
    )

  it('is one profile for sandbox-exec and the command, without a proxy', () => {
    expect(words[0]).toBe('env')
    expect(words.slice(-3)).toEqual(['/bin/sh', '-c', `exec /bin/bash '${job.start}'`])
    const variables = words.slice(1, words.indexOf('/usr/bin/sandbox-exec'))
    expect(variables).toEqual(['SANDBOX_RUNTIME=1', 'TMPDIR=/tmp/claude'])
  })

  it.each([
    ...['/Users/ada/.ssh/id_ed25519', '/Users/ada/.nvm/versions/node/v24.1.0/lib/x', '/etc/passwd'],
    ...['/private/etc/master.passwd', '/private/var/db/x', '/Library/Keychains/System.keychain'],
    ...['/Volumes/backup/x', '/private/tmp/x', '/tmp/claude/x', '/private/tmp/claude/x'],
    ...['/opt/homebrew/etc/x', '/opt/homebrew/var/postgres/x', '/Applications/x', '/cores/x'],
    ...[
      `${base}/run-8/workspace/x`,
      `${base}/run-7-outputs/x`,
      `${base}/fifos/1`,
      `${base}/outside/file`,
    ],
  ])('lets nobody read or write %s', (path) => {
    expect([reads(path), ...writes(path)]).toEqual([false, false, false, false])
  })

  it.each([
    ...['/usr/lib/dyld', '/System/Library/Frameworks/x', '/private/var/db/dyld/x', '/bin/bash'],
    ...['/private/var/select/sh', node, `${python}/lib/python3.12/os.py`],
    ...['/opt/homebrew/opt/openssl@3/lib/libssl.3.dylib', `${job.skill}/main.py`, job.start],
  ])('lets it read, and not write, %s', (path) => {
    expect([reads(path), ...writes(path)]).toEqual([true, false, false, false])
  })

  it('allows reading and writing its workspace and home', () => {
    for (const path of [`${job.workspace}/a/b`, `${job.scratch}/x`, `${job.workspace}/.git/config`])
      expect([reads(path), ...writes(path)]).toEqual([true, true, true, true])
  })

  it('denies by default, and allows no network', () => {
    expect(profile.allows('network-outbound', '')).toBe(false)
    expect(profile.allowed.filter((operation) => /^(network|default)/.test(operation))).toEqual([])
  })
})
