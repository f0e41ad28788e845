import { Tabs } from '@base-ui/react/tabs'
import { loadSkillMd } from '@repertoire/skill-md'
import type { ReactNode } from 'react'
import { Badge } from '../design/badge.tsx'
import { Markdown } from '../design/markdown.tsx'
import { TabList } from '../design/tab-list.tsx'
import { DiffView } from '../editor/diff-view.tsx'
import type { SkillChangeQuestion } from './approval-question.ts'

interface SkillChangeTextProps {
  readonly change: SkillChangeQuestion['change']
}

/** The text a yes is for, as people read it and as it is written; of a change, the difference. */
export function SkillChangeText({ change }: SkillChangeTextProps) {
  const { before, source, action } = change
  const text = source ?? before ?? ''
  const changes = action === 'update' && before !== null
  const tabs = [
    { value: 'rendered', label: 'Rendered' },
    { value: 'source', label: changes ? 'Changes' : 'SKILL.md' },
  ]
  return (
    <Tabs.Root defaultValue={changes ? 'source' : 'rendered'}>
      <TabList label="Views of the skill" tabs={tabs} />
      <Tabs.Panel value="rendered" className="flex flex-col gap-3 pt-3">
        <Rendered text={text} />
      </Tabs.Panel>
      <Tabs.Panel value="source" className="pt-3">
        {changes ? (
          <DiffView
            label="The skill now and as the agent would change it"
            before={before}
            after={text}
          />
        ) : (
          <Framed label="SKILL.md">
            <pre className="whitespace-pre-wrap font-mono text-2xs [overflow-wrap:anywhere]">
              {text}
            </pre>
          </Framed>
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** What the skill says of itself stands apart from what it says to the model, and both from the card's own words. */
function Rendered({ text }: { readonly text: string }) {
  const loaded = loadSkillMd(text)
  if (!loaded.ok) return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
  const { fields, body } = loaded.document
  return (
    <>
      {fields.description && (
        <p className="text-ink-2 [overflow-wrap:anywhere]">{fields.description}</p>
      )}
      {fields.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {fields.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      <Framed label="What the skill would tell an agent">
        <Markdown text={body} />
      </Framed>
    </>
  )
}

/** Whatever stands in the text, it does not leave its frame. */
function Framed({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto rounded-md border border-line bg-inset px-4 py-3"
    >
      {children}
    </section>
  )
}
