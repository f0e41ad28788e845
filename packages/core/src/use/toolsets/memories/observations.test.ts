import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { applyEdit, type EditInput, editOperations } from '../../../base/text/edit-text.ts'
import { maxMemoryLength } from '../../../keep/memories/memories.ts'
import {
  about,
  append,
  createMemoryFixture,
  edit,
  fetchPage,
} from '../../../testing/memory-scene.ts'
import { type Death, workThrough } from '../../../testing/mortal-process.ts'
import {
  createCallingModel,
  createScriptedModel,
  resultsSinceQuestion,
} from '../../../testing/scripted-model.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const staged = createMemoryFixture(sha256)

function replayed(text: string, one: EditInput): string {
  try {
    return applyEdit(text, one, maxMemoryLength)
  } catch (error) {
    if (isProblemError(error)) return text
    throw error
  }
}

describe('edit_system_prompt', () => {
  it('B6: a fact is kept at once, with its version, and stands in the very next prompt', async () => {
    const stage = await staged()
    await stage.turn([append('Timezone: US Eastern'), append('Name: Alex')])
    expect(await stage.lastOutcome()).toEqual({
      status: 'ok',
      output: {
        status: 'remembered',
        previous_version: 1,
        version: 2,
        characters: 31,
        max_characters: maxMemoryLength,
      },
    })
    expect(await stage.remembered()).toBe('Timezone: US Eastern\nName: Alex')
    expect(await stage.tenant.memories.get(about)).toMatchObject({
      author: 'agent',
      conversationId: stage.conversationId,
    })
    expect(stage.prompt().at(-1)).toBe(
      '<observations>\nTimezone: US Eastern\nName: Alex\n</observations>',
    )
    expect(await stage.all('approval-required')).toEqual([])
  })

  it('B6: takes all five operations, and what an edit refuses changes nothing', async () => {
    const stage = await staged()
    await stage.turn([
      edit({ operation: 'replace', content: 'a\nb\nb' }),
      edit({ operation: 'prepend', content: 'first' }),
      edit({ operation: 'find_replace', find: 'b', replace: 'c', replace_all: true }),
      edit({ operation: 'delete', content: 'a\n' }),
    ])
    expect(await stage.remembered()).toBe('first\nc\nc')
    await stage.turn([edit({ operation: 'find_replace', find: 'c', replace: 'd' })])
    expect(await stage.lastOutcome()).toMatchObject({ problem: { code: 'edit.several-matches' } })
    await stage.turn([append('x'.repeat(maxMemoryLength))])
    expect(await stage.lastOutcome()).toMatchObject({ problem: { code: 'edit.too-large' } })
    await stage.turn([edit({ operation: 'replace', content: 'first\nc\nc' })])
    expect(await stage.lastOutcome()).toMatchObject({ output: { status: 'unchanged', version: 4 } })
    expect(await stage.tenant.memories.get(about)).toMatchObject({ number: 4 })
  })

  it.each(['before', 'after'] as const)(
    'B6: kept exactly once, %s whichever look at the world the process dies, asked about or not',
    async (when) => {
      const script = [append('Likes tea.'), fetchPage(), append('Likes coffee.')]
      const through = async (deaths: readonly Death[]) => {
        const stage = await staged({ model: createCallingModel(...script) })
        const calls = await workThrough(stage, await stage.say('Go.'), deaths)
        const { items } = await stage.tenant.memories.history(about, { limit: 10 })
        expect(items.map(({ text }) => text)).toEqual(['Likes tea.\nLikes coffee.', 'Likes tea.'])
        return calls
      }
      const all = await through([])
      for (let at = 1; at <= all; at += 1) await through([{ at, when }])
    },
  )

  it('B6: after a yes it is kept exactly once', async () => {
    const stage = await staged()
    await stage.turn([fetchPage(), append('Likes tea.')])
    expect(await stage.answered(true)).toBe('over')
    expect(await stage.remembered()).toBe('Likes tea.')
    expect(await stage.tenant.memories.get(about)).toMatchObject({ number: 1 })
  })

  it('B6: an edit that somebody else overtakes is made anew on what they wrote', async () => {
    const stage = await staged()
    const { memories: real } = stage.tenant
    const theirs = { text: 'Theirs.', author: 'user', reason: '', createdAt: 1 } as const
    let reads = 0
    const racing: typeof real = {
      ...real,
      get: async (key) => {
        const current = await real.get(key)
        reads += 1
        // The first look is for the prompt; the second is the one the edit is planned on.
        if (reads === 2) {
          await real.put(key, { ...theirs, conversationId: null, expectedVersion: 0 })
        }
        return current
      },
    }
    const model = createScriptedModel((request) =>
      resultsSinceQuestion(request) === 0 ? { toolCalls: [append('Mine.')] } : { text: 'Done.' },
    )
    const ports = { model, store: { ...stage.tenant, memories: racing } }
    expect(await stage.work(await stage.say('Remember.'), { fresh: true, ports })).toBe('over')
    expect(await real.get(about)).toMatchObject({ number: 2 })
    expect(await stage.remembered()).toBe('Theirs.\nMine.')
  })

  it('B6: any sequence of edits, replayed, gives the text that is kept and every version of it', async () => {
    const word = fc.constantFrom('tea', 'coffee', 'a', '')
    const edits = fc.array(
      fc.record(
        {
          operation: fc.constantFrom(...editOperations),
          content: word,
          find: word,
          replace: word,
          replace_all: fc.boolean(),
        },
        { requiredKeys: ['operation'] },
      ),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(edits, async (sequence) => {
        const stage = await staged()
        await stage.turn(sequence.map((input) => edit(input as JsonObject)))
        const expected = ['']
        for (const one of sequence) {
          const before = expected.at(-1) ?? ''
          const after = replayed(before, one)
          if (after !== before) expected.push(after)
        }
        const { items } = await stage.tenant.memories.history(about, { limit: 50 })
        expect(items.map(({ text }) => text).toReversed()).toEqual(expected.slice(1))
      }),
      { numRuns: 60 },
    )
  })
})
