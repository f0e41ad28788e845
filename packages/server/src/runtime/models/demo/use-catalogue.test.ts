import { sampleContent } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { startDemoConversation } from '../../../testing/demo-conversation.ts'

const trade = sampleContent('trade', '# Trade\n\n## Buying\n1. Check the price twice.\n', {
  description: 'How to buy and sell tokens.',
  frontmatter: { routing: { keywords: ['buy'], summary: 'Check it twice.' } },
})
const other = sampleContent('cooking', '# Cooking\n\n## Bread\n1. Knead.\n', {
  description: 'How to knead bread.',
})
const conversation = (skillBodyBudgetChars = 12_000) =>
  startDemoConversation({
    skills: [trade, other],
    settings: { toolsets: ['routed'], skillBodyBudgetChars },
  })

describe('the demo model and a catalogue', () => {
  it('E4: loads the fitting skill and quotes it, then replaces it', async () => {
    const { say, active } = await conversation()
    const first = await say('How do I buy a token?')
    expect(first.tools).toEqual(['activate_skills'])
    expect(first.reply).toContain('Check the price twice.')
    expect(first.events.map(({ type }) => type)).toContain('skills-routed')
    const second = await say('How do I knead bread?')
    expect(second.tools).toEqual(['activate_skills'])
    expect(second.reply).toContain('Knead.')
    expect(await active()).toEqual(['cooking'])
  })

  it('E5: quotes the summary when the body was shed', async () => {
    const { say } = await conversation(10)
    const { reply } = await say('How do I buy a token?')
    expect(reply).toContain('In short: Check it twice.')
  })

  it('E4: unloads on request, and says when nothing fits', async () => {
    const { say, active } = await conversation()
    await say('How do I buy a token?')
    expect((await say('Disable all skills')).tools).toEqual(['activate_skills'])
    expect(await active()).toEqual([])
    const { tools, reply } = await say('quantum knitting')
    expect([tools, reply.includes('No skill fits')]).toEqual([[], true])
  })
})
