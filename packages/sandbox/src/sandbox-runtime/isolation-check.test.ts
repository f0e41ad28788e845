import { describe, expect, it } from 'vitest'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { openSandbox } from '../open-sandbox.ts'
import { verdictOf, whatIsOpen } from './isolation-check.ts'

const closed = {
  ...{ workspace: 'yes', read: 'no', list: 'no', beside: 'no', write: 'no' },
  ...{ network: 'no', local: 'no' },
}

describe('the check before any script is run', () => {
  it('finds nothing wrong where only the workspace can be written', () => {
    expect(verdictOf(closed)).toBe('')
  })

  it.each(['read', 'list', 'beside', 'write', 'network', 'local'])(
    'refuses where a script could: %s',
    (what) => {
      expect(verdictOf({ ...closed, [what]: 'yes' })).toMatch(/^It does not isolate here: .*\.$/)
      expect(verdictOf({ ...closed, [what]: undefined as never })).toMatch(/does not isolate/)
    },
  )

  it('takes a sandbox in which nothing works for no proof', () => {
    expect(verdictOf({ ...closed, workspace: 'no' })).not.toBe('')
    expect(verdictOf({})).not.toBe('')
  })

  it('finds all of it open without isolation', async () => {
    const sandbox = await openSandbox({ unisolated: true })
    const folder = await makeBaseFolder()
    const found = await whatIsOpen(sandbox, folder)
    expect(found).toMatch(/read a file outside.*list.*beside.*write outside.*network.*socket/)
    await sandbox.close()
    await removeFolder(folder)
  })
})
