import type { ConversationId, SkillId, UserId } from '@repertoire/core/base'
import type { TenantStore, WorkspaceFile } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../platform/system/system-ports.ts'
import { collectOutputs, type EndedExecution } from './collect-outputs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const output = (path: string) => ({ path, bytes: bytes(path), executable: false })

/** Ends a script of one skill in a folder with a file of another. */
function collected(paths: readonly string[], secret = '') {
  const theirs: WorkspaceFile = {
    ...{ path: 'theirs.csv', sha256: sha256('theirs'), size: 6, updatedAt: 0 },
    skillId: 'skl_2' as SkillId,
  }
  const tenant = {
    workspace: { storeBlob: async () => undefined, list: async () => [theirs] },
  } as unknown as TenantStore
  const usage = { wallMs: 1, queuedMs: 0, cpuMs: null, peakMemoryBytes: null }
  const result = {
    ...({ status: 'ok', exitCode: 0, skipped: [], usage } as const),
    ...{ stdout: bytes(''), stderr: bytes(''), outputs: paths.map(output) },
  }
  const request = {
    ...{ conversationId: 'cnv_1' as ConversationId, principal: { userId: 'usr_1' as UserId } },
    ...{ skill: { skillId: 'skl_1' as SkillId }, inputs: [] },
  } as unknown as EndedExecution['request']
  const forms = { literals: secret === '' ? [] : [secret], wrapped: [] }
  return collectOutputs(sha256, { request, tenant, folder: [theirs], result, forms })
}

describe('what a script left', () => {
  it('C5: outputs name only what came back; the rest is told with its reason', async () => {
    const { outputs, skipped, files } = await collected(['mine.csv', 'theirs.csv'])
    expect(outputs.map(({ path }) => path)).toEqual(['mine.csv'])
    expect(files.map(({ path }) => path)).toEqual(['mine.csv'])
    expect(skipped).toEqual([
      { path: 'theirs.csv', why: 'another file of that name is there, which it was not shown' },
    ])
  })

  it('C6: a file with a secret does not come back', async () => {
    const { outputs, skipped } = await collected(['fine', 'hunter2-hunter2'], 'hunter2-hunter2')
    expect(outputs.map(({ path }) => path)).toEqual(['fine'])
    expect(skipped).toMatchObject([{ why: 'a secret of the skill is in it' }])
  })
})
