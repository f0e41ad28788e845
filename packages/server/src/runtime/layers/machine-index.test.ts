import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMachineIndex } from './machine-index.ts'

const publicIndex = { url: null, fileHosts: [] }

describe('the index of the machine’s own pip and npm', () => {
  let home = ''
  const env = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    HOME: home,
    ...more,
  })
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'machine-index-'))
  })
  afterAll(() => rm(home, { recursive: true, force: true }))

  it('C10: is the public one where pip is not configured', async () => {
    const none = env({ PIP_CONFIG_FILE: '/dev/null' })
    expect(await readMachineIndex('python', none)).toEqual(publicIndex)
  })

  it('C10: is what pip.conf says, and the environment overrides it', async () => {
    const file = join(home, 'pip.conf')
    await writeFile(file, '[global]\nindex-url = https://me:word@mirror.example/simple\n')
    const configured = env({ PIP_CONFIG_FILE: file })
    const mirror = { url: 'https://me:word@mirror.example/simple', fileHosts: [] }
    expect(await readMachineIndex('python', configured)).toEqual(mirror)
    const other = { ...configured, PIP_INDEX_URL: 'https://other.example/simple' }
    expect(await readMachineIndex('python', other)).toMatchObject({
      url: 'https://other.example/simple',
    })
  })

  it('C10: is the registry of npm’s own settings', async () => {
    await writeFile(join(home, '.npmrc'), 'registry=https://npm.example/team/\n')
    expect(await readMachineIndex('node', env())).toMatchObject({
      url: 'https://npm.example/team/',
    })
  })

  it('C10: is the public one where the settings name no web address, or pip is not there', async () => {
    const odd = env({ PIP_CONFIG_FILE: '/dev/null', PIP_INDEX_URL: 'file:///srv/index' })
    expect(await readMachineIndex('python', odd)).toEqual(publicIndex)
    expect(await readMachineIndex('python', { PATH: '/nowhere', HOME: home })).toEqual(publicIndex)
  })
})
