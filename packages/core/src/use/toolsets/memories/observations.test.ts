import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import { applyEdit, type EditInput, editOperations } from '../../../base/text/edit-text.ts'
import { maxMemoryLength } from '../../../keep/memories/memories.ts'
import { type CrashPoint, workThroughCrashes } from '../../../testing/crash-injection.ts'
import {
  append,
  createMemoryFixture,
  edit,
  fetchPage,
  ownMemories,
} from '../../../testing/memory-fixture.ts'
import {
  createCallingModel,
  createScriptedModel,
  resultsSinceUserMessage,
} from '../../../testing/scripted-model.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const createFixture = createMemoryFixture(sha256)

function replayed(text: string, one: EditInput): string {
  try {
    return applyEdit(text, one, maxMemoryLength)
  } catch (error) {
    if (isProblemError(error)) return text
    throw error
  }
}

describe('edit_system_prompt', () => {
  it('B6: a fact is stored at once, with its version, and is in the next prompt', async () => {
    const fixture = await createFixture()
    await fixture.turn([append('Timezone: US Eastern'), append('Name: Alex')])
    expect(await fixture.lastOutcome()).toEqual({
      status: 'ok',
      output: {
        status: 'remembered',
        previous_version: 1,
        version: 2,
        characters: 31,
        max_characters: maxMemoryLength,
      },
    })
    expect(await fixture.memoryText()).toBe('Timezone: US Eastern\nName: Alex')
    expect(await fixture.tenant.memories.get(ownMemories)).toMatchObject({
      author: 'agent',
      conversationId: fixture.conversationId,
    })
    expect(fixture.prompt().at(-1)).toBe(
      '<observations>\nTimezone: US Eastern\nName: Alex\n</observations>',
    )
    expect(await fixture.all('approval-required')).toEqual([])
  })

  it('B6: supports all five operations, and a refused edit changes nothing', async () => {
    const fixture = await createFixture()
    await fixture.turn([
      edit({ operation: 'replace', content: 'a\nb\nb' }),
      edit({ operation: 'prepend', content: 'first' }),
      edit({ operation: 'find_replace', find: 'b', replace: 'c', replace_all: true }),
      edit({ operation: 'delete', content: 'a\n' }),
    ])
    expect(await fixture.memoryText()).toBe('first\nc\nc')
    await fixture.turn([edit({ operation: 'find_replace', find: 'c', replace: 'd' })])
    expect(await fixture.lastOutcome()).toMatchObject({ problem: { code: 'edit.several-matches' } })
    await fixture.turn([append('x'.repeat(maxMemoryLength))])
    expect(await fixture.lastOutcome()).toMatchObject({ problem: { code: 'edit.too-large' } })
    await fixture.turn([edit({ operation: 'replace', content: 'first\nc\nc' })])
    expect(await fixture.lastOutcome()).toMatchObject({
      output: { status: 'unchanged', version: 4 },
    })
    expect(await fixture.tenant.memories.get(ownMemories)).toMatchObject({ number: 4 })
  })

  it.each(['before', 'after'] as const)(
    'B6: stored exactly once, with and without an approval, when the process crashes %s any one port call',
    async (when) => {
      const script = [append('Likes tea.'), fetchPage(), append('Likes coffee.')]
      const through = async (crashPoints: readonly CrashPoint[]) => {
        const fixture = await createFixture({ model: createCallingModel(...script) })
        const calls = await workThroughCrashes(fixture, await fixture.say('Go.'), crashPoints)
        const { items } = await fixture.tenant.memories.history(ownMemories, { limit: 10 })
        expect(items.map(({ text }) => text)).toEqual(['Likes tea.\nLikes coffee.', 'Likes tea.'])
        return calls
      }
      const all = await through([])
      for (let at = 1; at <= all; at += 1) await through([{ at, when }])
    },
  )

  it('B6: after an approval it is stored exactly once', async () => {
    const fixture = await createFixture()
    await fixture.turn([fetchPage(), append('Likes tea.')])
    expect(await fixture.answerAndContinue(true)).toBe('over')
    expect(await fixture.memoryText()).toBe('Likes tea.')
    expect(await fixture.tenant.memories.get(ownMemories)).toMatchObject({ number: 1 })
  })

  it('B6: a concurrent edit is repeated on the newer text', async () => {
    const fixture = await createFixture()
    const { memories: real } = fixture.tenant
    const theirs = { text: 'Theirs.', author: 'user', reason: '', createdAt: 1 } as const
    let reads = 0
    const racing: typeof real = {
      ...real,
      get: async (key) => {
        const current = await real.get(key)
        reads += 1
        // The first read is for the prompt; the second is the one that the edit is planned on.
        if (reads === 2) {
          await real.put(key, { ...theirs, conversationId: null, expectedVersion: 0 })
        }
        return current
      },
    }
    const model = createScriptedModel((request) =>
      resultsSinceUserMessage(request) === 0 ? { toolCalls: [append('Mine.')] } : { text: 'Done.' },
    )
    const ports = { model, store: { ...fixture.tenant, memories: racing } }
    expect(await fixture.work(await fixture.say('Remember.'), { fresh: true, ports })).toBe('over')
    expect(await real.get(ownMemories)).toMatchObject({ number: 2 })
    expect(await fixture.memoryText()).toBe('Theirs.\nMine.')
  })

  it('B6: replaying any sequence of edits gives the stored text and every version of it', async () => {
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
        const fixture = await createFixture()
        await fixture.turn(sequence.map((input) => edit(input as JsonObject)))
        const expected = ['']
        for (const one of sequence) {
          const before = expected.at(-1) ?? ''
          const after = replayed(before, one)
          if (after !== before) expected.push(after)
        }
        const { items } = await fixture.tenant.memories.history(ownMemories, { limit: 50 })
        expect(items.map(({ text }) => text).toReversed()).toEqual(expected.slice(1))
      }),
      { numRuns: 60 },
    )
  })
})
