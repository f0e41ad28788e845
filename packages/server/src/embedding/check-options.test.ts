import { isProblemError } from '@repertoire/core/base'
import { defaultSettings } from '@repertoire/core/domain'
import { createInMemoryStore, createScriptedModel } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { randomIds, systemClock } from '../platform/system/system-ports.ts'
import { defineTool } from '../runtime/own-tools/define-tool.ts'
import { checkOptions } from './check-options.ts'
import { createRepertoire } from './create-repertoire.ts'
import type { RepertoireOptions } from './repertoire-options.ts'

const databaseUrl = 'postgres://localhost/agents'

describe('the options of createRepertoire', () => {
  it.each([
    [{ skilz: './skills' }, /Unrecognized key: "skilz"/],
    [5, /options: .*object/],
    [{ store: 5 }, /store: has to be a folder, \{ databaseUrl, dataDir \}/],
    [{ store: '' }, /store: /],
    [{ store: { databaseUrl } }, /store: needs a place for files .*`dataDir`.*`blobsUrl`/],
    [{ store: { databaseUrl, folder: 'data' } }, /Unrecognized key: "folder"/],
    [{ model: 5 }, /model: has to be a model/],
    [{ model: { step: async () => ({}) } }, /model: has to be .* a label/],
    [{ tools: [{ name: 'x', bind: () => ({}), tier: null }] }, /tools\.0: .* defineTool/],
    [{ onApproval: true }, /onApproval: has to be a function/],
    [{ hooks: { nope: () => 1 } }, /hooks: Unrecognized key: "nope"/],
    [{ settings: 'strict' }, /settings: has to be an object/],
    [
      { settings: { skillEnablementPolicy: 'prompt_user' } },
      /settings\.skillEnablementPolicy: .*"auto"\|"prompt-user"\|"admin-only"/,
    ],
    [
      { settings: { skill_enablement_policy: 'prompt-user' } },
      /settings\.skill_enablement_policy: is written skillEnablementPolicy here/,
    ],
    [{ settings: { nope: 1 } }, /settings\.nope: is no setting; there are skillsMaxPromptChars/],
    [{ settings: { skillEnablementPolicy: null } }, /settings\.skillEnablementPolicy: /],
    [{ settings: { toolsets: ['nope'] } }, /settings\.toolsets\.0: .*"discovery"/],
    [{ settings: { toolTiers: { send_it: 'NOPE' } } }, /settings\.toolTiers\.send_it: .*"MANUAL_/],
    [{ settings: { routing: { searchSlots: -1 } } }, /settings\.routing\.searchSlots: /],
  ])('refuse %j with the field and what is possible', async (options, message) => {
    const error = await createRepertoire(options as RepertoireOptions).catch((thrown) => thrown)
    expect(isProblemError(error) && error.problem.code).toBe('embedding.invalid-option')
    expect(error.message).toMatch(message)
  })

  it('take everything that their types allow', () => {
    const tool = defineTool({
      ...{ name: 'stock', description: 'How many.', input: z.object({}), tier: 'READ_ONLY' },
      execute: () => 1,
    })
    const model = createScriptedModel(() => ({}))
    const opened = createInMemoryStore({ clock: systemClock, ids: randomIds })
    const all: readonly RepertoireOptions[] = [
      {},
      { model, skills: './skills', tools: [tool], store: opened, onApproval: () => true },
      { model: 'openai/gpt-5', store: './data', hooks: { runEnded: () => undefined } },
      { store: { databaseUrl, dataDir: './data' } },
      { store: { databaseUrl, blobsUrl: 's3://bucket/files' } },
      { settings: defaultSettings },
      { settings: { routing: { ...defaultSettings.routing, table: { keywordCap: 5 } } } },
    ]
    for (const options of all) expect(() => checkOptions(options)).not.toThrow()
  })
})
