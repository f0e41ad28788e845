import { describe, expect, it } from 'vitest'
import { dataFolderOf } from './data-folder.ts'

describe('the data folder of an account', () => {
  it.each([
    ['linux', {}, '/home/ada/.local/share/repertoire'],
    ['linux', { XDG_DATA_HOME: '/srv/ada' }, '/srv/ada/repertoire'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/repertoire'],
    ['darwin', { XDG_DATA_HOME: '/srv/ada' }, '/home/ada/Library/Application Support/repertoire'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => {
    expect(dataFolderOf({ platform, home: '/home/ada', env })).toBe(folder)
  })

  it('is the local one on Windows, not the roaming one', () => {
    const env = { LOCALAPPDATA: 'D:\\Data' }
    const account = { platform: 'win32', home: 'C:\\Users\\ada' } as const
    expect(dataFolderOf({ ...account, env })).toBe('D:\\Data\\repertoire')
    expect(dataFolderOf({ ...account, env: {} })).toBe('C:\\Users\\ada\\AppData\\Local\\repertoire')
  })
})
