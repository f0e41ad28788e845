import { sampleContent } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { startDemoConversation } from '../../../testing/demo-conversation.ts'
import { readQuestion } from './question.ts'

const arrivals = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleContent(`skill-${String(index).padStart(2, '0')}`, '# It\n', {
      description: `Purpose ${index}.`,
    }),
  )
const toolsets = [
  { toolset: 'discovery', tools: ['search_skills'] },
  { toolset: 'library', tools: ['list_skills'] },
  { toolset: 'portable', tools: [] },
  { toolset: 'routed', tools: [] },
]

describe.each(toolsets)('the demo model, asked which skills there are: $toolset', (one) => {
  const conversation = (count: number) =>
    startDemoConversation({ skills: arrivals(count), settings: { toolsets: [one.toolset] } })

  it('answers by a list of names and purposes, from what the toolset knows', async () => {
    const { say } = await conversation(3)
    const { tools, reply } = await say('Which skills do you have?')
    expect(tools).toEqual(one.tools)
    expect(reply).toContain('I can use 3 skills:\n\n- **')
    expect(reply.match(/^- \*\*.+\*\*.* — Purpose \d\.$/gm)).toHaveLength(3)
    expect(reply).not.toContain('No skill fits')
  })

  it('says how many it shows when there are more', async () => {
    const { say } = await conversation(60)
    const { reply } = await say('What can you do?')
    const shown = reply.match(/^- \*\*/gm)?.length ?? 0
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThan(60)
    expect(reply).toMatch(
      new RegExp(`(?:the first ${shown}:|These are ${shown} of the skills I can use)`),
    )
  })

  it('says that there is none yet', async () => {
    const { say } = await conversation(0)
    expect((await say('Welche Skills hast du?')).reply).toContain('I can use no skill yet.')
  })
})

it('an agent with attached skills lists just those', async () => {
  const { say } = await startDemoConversation({ skills: arrivals(2), withAgent: true })
  const { tools, reply } = await say('list your skills')
  expect(tools).toEqual([])
  expect(reply).toContain('I can use 2 skills:')
})

it.each([
  'Which skills do you have?',
  'what can you do',
  'What can you help me with?',
  'list your skills',
  'Show me all the available skills, please',
  'What are your capabilities?',
  'Welche Skills hast du?',
  'Was kannst du alles?',
  'Zeig mir die Skills',
  'Welche Skills gibt es hier?',
  '你有哪些技能？',
])('takes it for a question about the skills there are: %s', (text) => {
  expect(readQuestion(text).wants).toBe('skills')
})

it.each([
  'Which skill helps with a slow Postgres?',
  'What can you do about a slow Postgres?',
  'Help me write a new skill for our agent',
  'Which soft skills should I list in my CV?',
  'Which skills are enabled?',
  'How do I knead bread?',
])('does not take it for one: %s', (text) => {
  expect(readQuestion(text).wants).not.toBe('skills')
})
