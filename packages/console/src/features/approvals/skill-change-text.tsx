import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { TabList } from '../../shared/design/tab-list.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { PartBody, useRequiredParts } from '../../shared/reading/reading.tsx'
import { RenderedSkill } from '../../shared/reading/rendered-skill.tsx'
import { ScrollBox, scrollRangeOf } from '../../shared/reading/scrolled-text.tsx'
import type { SkillChangeQuestion } from './approval-question.ts'

interface SkillChangeTextProps {
  readonly change: SkillChangeQuestion['change']
}

/** The text a yes is for, as it is written; of a change, the difference. It can be read as people read it, too. */
export function SkillChangeText({ change }: SkillChangeTextProps) {
  const { before, source, action } = change
  const [view, setView] = useState('source')
  const text = source ?? before ?? ''
  const changes = action === 'update' && before !== null
  const label = changes ? 'Changes' : 'SKILL.md'
  const part = { id: 'text', label, content: text, show: () => setView('source') }
  const gives = action !== 'delete' && action !== 'disable'
  useRequiredParts(gives ? [part] : [])
  const tabs = [
    { value: 'source', label },
    { value: 'rendered', label: 'Rendered' },
  ]
  return (
    <Tabs.Root value={view} onValueChange={(next) => setView(String(next))}>
      <TabList label="Views of the skill" tabs={tabs} />
      <Tabs.Panel value="source" className="flex flex-col gap-1 pt-3">
        <p className="text-xs text-ink-3">{scrollRangeOf(text)}</p>
        {changes ? (
          <DiffView
            label="The skill now and as the agent would change it"
            before={before}
            after={text}
            part={part}
          />
        ) : (
          <ScrollBox label="SKILL.md">
            <PartBody {...part}>
              <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
                <MarkedText text={text} />
              </pre>
            </PartBody>
          </ScrollBox>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="rendered" className="flex flex-col gap-3 pt-3">
        <RenderedSkill source={text} onSource={() => setView('source')} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
