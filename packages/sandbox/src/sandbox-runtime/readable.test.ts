import { describe, expect, it } from 'vitest'
import { pathInside, readableInterpreterPaths, readableSystemPaths } from './readable.ts'

describe('readable paths', () => {
  it('of the system contain no personal data, services or secrets', () => {
    const secret = [
      '/',
      '/Users',
      '/home',
      '/root',
      '/etc',
      '/private/etc',
      '/private',
      '/var',
      '/tmp',
    ]
    const more = ['/private/var', '/private/tmp', '/Library', '/System', '/Volumes', '/opt', '/dev']
    for (const platform of ['linux', 'darwin'] as const) {
      const folders = readableSystemPaths(platform) ?? []
      expect(folders.filter((folder) => [...secret, ...more].includes(folder))).toEqual([])
      expect(folders).toContain('/usr/bin'.startsWith(`${folders[0]}/`) ? folders[0] : '/usr/bin')
    }
    expect(readableSystemPaths('win32')).toBeUndefined()
  })

  it('of interpreters on macOS are Homebrew’s folders, a framework, or one binary', () => {
    const brewed = readableInterpreterPaths('darwin', ['/opt/homebrew/Cellar/node/24.1.0/bin/node'])
    const folders = ['Cellar', 'opt', 'lib', 'Frameworks', 'bin'].map((at) => `/opt/homebrew/${at}`)
    expect(brewed.slice(0, 5)).toEqual(folders)
    for (const more of brewed.slice(5))
      expect(more).toMatch(/^\/opt\/homebrew\/etc\/.*openssl\.cnf$/)
    expect(
      readableInterpreterPaths('darwin', ['/usr/local/opt/python@3.12/bin/python3.12']),
    ).toContain('/usr/local/Cellar')
    const framework = '/Library/Frameworks/Python.framework/Versions/3.12'
    const node = '/Users/ada/.nvm/versions/node/v24.1.0/bin/node'
    expect(readableInterpreterPaths('darwin', [framework, node, framework])).toEqual([
      framework,
      node,
    ])
    const tools =
      '/Library/Developer/CommandLineTools/Library/Frameworks/Python3.framework/Versions/3.9'
    expect(readableInterpreterPaths('darwin', [tools, '/bin/bash'])).toEqual([tools])
  })

  it('of interpreters on Linux are none below /usr', () => {
    const paths = ['/usr/bin/python3.11', '/usr', '/usr/local/lib', '/opt/node/bin/node']
    expect(readableInterpreterPaths('linux', paths)).toEqual(['/opt/node/bin/node'])
  })

  it('start PATH with the interpreters', () => {
    expect(pathInside(['/opt/node/bin/node', '/usr/bin/python3'])).toBe(
      '/opt/node/bin:/usr/bin:/bin',
    )
  })
})
