import { sampleContent } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import {
  type DemoConversationOptions,
  startDemoConversation,
} from '../../../testing/demo-conversation.ts'

const deploy = sampleContent('deploy', '# Deploying\n\n- Tag the release.\n- Watch the graphs.\n', {
  description: 'How a release is deployed.',
})
const conversation = (options: Partial<DemoConversationOptions> = {}) =>
  startDemoConversation({
    skills: [deploy],
    settings: { toolsets: ['library', 'workspace'] },
    ...options,
  })

describe('the demo model and the library', () => {
  it('B7: "remember this as a skill" requests approval with the whole text, and stores it afterwards', async () => {
    const { say, answer } = await conversation()
    const asking = await say(
      'Remember this as a skill named weekly-numbers: 1. Open the sheet.\n2. Add the totals.',
    )
    expect(asking.events.at(-1)).toMatchObject({
      type: 'approval-required',
      approvalType: 'skill_change',
      reason: expect.stringContaining('You asked me to keep this as a skill.'),
      subject: {
        action: 'create',
        slug: 'weekly-numbers',
        name: 'weekly numbers',
        source: expect.stringContaining(
          '# weekly numbers\n\n1. Open the sheet.\n2. Add the totals.\n',
        ),
      },
    })
    const { tools, reply } = await answer(true)
    expect(tools).toEqual(['create_skill'])
    expect(reply).toContain('"weekly-numbers" is kept, version 1')
  })

  it('B7: without a colon it keeps the previous message; reports a rejection', async () => {
    const { say, answer } = await conversation()
    await say('We always write dates as 2025-12-31.')
    const { events } = await say('Please remember this as a skill called dates')
    expect(events.at(-1)).toMatchObject({
      subject: { slug: 'dates', source: expect.stringContaining('dates as 2025-12-31.') },
    })
    expect((await answer(false, 'No need.')).reply).toContain('No need.')
  })

  it('B3: changes, switches, lists and deletes by name', async () => {
    const { say, answer } = await conversation()
    await say('In the skill deploy replace "graphs" with "dashboards".')
    expect((await answer(true)).reply).toContain('version 2')
    await say('Add to the skill deploy: - Tell the team.')
    expect((await answer(true)).reply).toContain('version 3')
    expect((await say('Which skills are there?')).reply).toContain(
      '- **deploy** — How a release is deployed.',
    )
    await say('Disable the skill deploy')
    expect((await answer(true)).reply).toContain('switched off')
    await say('Delete the skill deploy')
    expect((await answer(true)).reply).toContain('is deleted')
    expect((await say('Delete the skill deploy')).reply).toContain('no skill named "deploy"')
  })

  it('B2: reads the skill whose summary line fits, and quotes it', async () => {
    const { say } = await conversation()
    const { tools, reply } = await say('How do we deploy a release?')
    expect(tools).toEqual(['read_skill'])
    expect(reply).toContain('Tag the release.')
  })

  it('B7: keeps a file of the conversation as a skill', async () => {
    const { say } = await conversation()
    const { tools, reply } = await say('Save notes/oncall.md as a skill.')
    expect(tools).toEqual(['read_file: workspace.file-not-found'])
    expect(reply).toContain('could not read notes/oncall.md')
  })
})
