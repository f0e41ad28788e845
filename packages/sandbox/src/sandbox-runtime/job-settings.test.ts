import { describe, expect, it } from 'vitest'
import { type JobFolders, settingsOf } from './job-settings.ts'

const folder = '/private/var/folders/ab/T/repertoire-sandbox-501/host-1-x/run-1'
const job: JobFolders = {
  ...{ folder, skill: `${folder}/skill`, workspace: `${folder}/workspace` },
  ...{ scratch: `${folder}/scratch`, start: `${folder}/start` },
}
const readable = ['/usr/lib', '/opt/homebrew/opt']
const mac = settingsOf(job, { platform: 'darwin', readable })
const paths = (entries: readonly { readonly path: string }[]) => entries.map(({ path }) => path)

describe('the settings of an execution', () => {
  it('deny all reads and allow the system and its own folders, not their parent', () => {
    expect(paths(mac.filesystem.denyRead)).toContain('/')
    const own = ['skill', 'start', 'workspace', 'scratch'].map((name) => `${folder}/${name}`)
    expect(paths(mac.filesystem.allowRead)).toEqual([...readable, ...own])
  })

  it('allow writes to its workspace and home, and to no shared folder', () => {
    const own = [`${folder}/workspace`, `${folder}/scratch`]
    expect(paths(mac.filesystem.allowWrite)).toEqual([...own, '/dev/fd'])
    expect(paths(settingsOf(job, { platform: 'linux', readable }).filesystem.allowWrite)).toEqual(
      own,
    )
    for (const denied of [mac.filesystem.denyRead, mac.filesystem.denyWrite])
      expect(paths(denied)).toEqual(expect.arrayContaining(['/tmp/claude', '/private/tmp/claude']))
  })

  it('allow no host, and take every path literally', () => {
    expect(mac.network).toEqual({ allowedDomains: [], deniedDomains: [] })
    for (const entry of Object.values(mac.filesystem).flat()) expect(entry.literal).toBe(true)
  })
})
