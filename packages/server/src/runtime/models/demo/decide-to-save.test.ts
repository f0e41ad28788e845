import { describe, expect, it } from 'vitest'
import { startDemoConversation } from '../../../testing/demo-conversation.ts'

describe('the demo model and memories', () => {
  it('B6: remembers on request, lists what it remembers, and forgets it', async () => {
    const { say } = await startDemoConversation({ skills: [] })
    expect((await say('What do you remember about me?')).reply).toContain('noted nothing')
    const noted = await say('Please remember that my timezone is US Eastern')
    expect(noted.tools).toEqual(['edit_system_prompt'])
    expect(noted.reply).toContain('Their timezone is US Eastern')
    expect((await say('remember that I am vegetarian')).reply).toContain('They are vegetarian')
    const { reply, tools } = await say('What do you remember about me?')
    expect(tools).toEqual([])
    expect(reply).toContain('- Their timezone is US Eastern\n- They are vegetarian')
    expect((await say('forget my timezone')).reply).toContain('Forgotten: Their timezone')
    const left = (await say('what do you know about me?')).reply
    expect(left).toContain('- They are vegetarian')
    expect(left).not.toContain('timezone')
    expect((await say('forget my shoe size')).tools).toEqual([])
  })

  it('B6: reports when there is no room', async () => {
    const { say } = await startDemoConversation({ skills: [] })
    const { reply, tools } = await say(`remember that ${'x'.repeat(4_001)}`)
    expect(tools).toEqual(['edit_system_prompt: edit.too-large'])
    expect(reply).toContain('I did not note it')
  })

  it('B6: does nothing where agents cannot remember', async () => {
    const { say } = await startDemoConversation({
      skills: [],
      settings: { toolsets: ['discovery'] },
    })
    expect((await say('remember that my timezone is US Eastern')).tools).not.toContain(
      'edit_system_prompt',
    )
  })
})
