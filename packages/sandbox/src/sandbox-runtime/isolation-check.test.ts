import { describe, expect, it } from 'vitest'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { openSandbox } from '../open-sandbox.ts'
import { describeViolations, findViolations } from './isolation-check.ts'

const closed = {
  ...{ workspace: 'yes', read: 'no', list: 'no', beside: 'no', write: 'no' },
  ...{ network: 'no', local: 'no' },
}

describe('the isolation check', () => {
  it('passes when only the workspace is writable', () => {
    expect(describeViolations(closed)).toBe('')
  })

  it.each(['read', 'list', 'beside', 'write', 'network', 'local'])(
    'refuses where a script could: %s',
    (what) => {
      expect(describeViolations({ ...closed, [what]: 'yes' })).toMatch(
        /^It does not isolate here: .*\.$/,
      )
      expect(describeViolations({ ...closed, [what]: undefined as never })).toMatch(
        /does not isolate/,
      )
    },
  )

  it('fails for a sandbox in which nothing works', () => {
    expect(describeViolations({ ...closed, workspace: 'no' })).not.toBe('')
    expect(describeViolations({})).not.toBe('')
  })

  it('finds every breach without isolation', async () => {
    const sandbox = await openSandbox({ unisolated: true })
    const folder = await makeBaseFolder()
    const found = await findViolations(sandbox, folder)
    expect(found).toMatch(/read a file outside.*list.*beside.*write outside.*network.*socket/)
    await sandbox.close()
    await removeFolder(folder)
  })
})
