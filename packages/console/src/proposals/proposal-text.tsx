import { Tabs } from '@base-ui/react/tabs'
import type { ProposalBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useState } from 'react'
import { MarkedText } from '../design/marked-text.tsx'
import { plural } from '../design/numbers.ts'
import { TabList } from '../design/tab-list.tsx'
import { DiffView } from '../editor/diff-view.tsx'
import { PreviewTab } from '../editor/preview-tab.tsx'
import { CodePart } from '../review/code-part.tsx'
import { useRequiredParts } from '../review/reading.tsx'
import type { RequiredPart } from '../review/reading-record.ts'
import { type ProposalSection, proposalSections } from './proposal-sections.ts'

/** What is proposed as it is written: the difference, and the files beside it. It can be read as people read it, too. */
export function ProposalText({ proposal }: { readonly proposal: ProposalBody }) {
  const { current, body, removed_files } = proposal
  const [view, setView] = useState('changes')
  const { skill, files } = proposalSections(proposal)
  const count = files.length
  const partOf = (one: ProposalSection, tab: string): RequiredPart => {
    const { path, before, text } = one
    const content = `${before ?? ''}\0${text ?? ''}`
    return { id: `file ${path}`, label: renderAnnotations(path), content, show: () => setView(tab) }
  }
  const parts = [partOf(skill, 'changes'), ...files.map((one) => partOf(one, 'files'))]
  useRequiredParts(parts)
  const tabs = [
    { value: 'changes', label: current ? 'Changes' : 'SKILL.md' },
    { value: 'rendered', label: 'Rendered' },
    ...(count > 0 ? [{ value: 'files', label: `Files (${count})` }] : []),
  ]
  return (
    <Tabs.Root value={view} onValueChange={(next) => setView(String(next))}>
      {removed_files.length > 0 && (
        <p className="mb-3 text-ink-2">
          Accepting it removes {plural(removed_files.length, 'file')} of the skill:{' '}
          <span className="font-mono text-xs [overflow-wrap:anywhere]">
            <MarkedText text={removed_files.map(({ path }) => path).join(', ')} />
          </span>
        </p>
      )}
      <TabList label="Views of the proposal" tabs={tabs} />
      <Tabs.Panel value="changes" className="pt-4">
        <Text one={skill} part={partOf(skill, 'changes')} />
      </Tabs.Panel>
      <Tabs.Panel value="rendered" className="pt-4">
        <PreviewTab body={body} frontmatter onSource={() => setView('changes')} />
      </Tabs.Panel>
      <Tabs.Panel value="files" className="flex flex-col gap-6 pt-4">
        {files.map((one) => (
          <section key={one.path} aria-label={renderAnnotations(one.path)}>
            <h3 className="mb-2 font-mono text-xs [overflow-wrap:anywhere]">
              <MarkedText text={one.path} />{' '}
              <span className="font-sans text-ink-3">{one.what}</span>
            </h3>
            <Text one={one} part={partOf(one, 'files')} />
          </section>
        ))}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

interface TextProps {
  readonly one: ProposalSection
  readonly part: RequiredPart
}

function Text({ one: { path, before, text, says }, part }: TextProps) {
  if (before === null) return <CodePart path={path} text={text ?? ''} part={part} />
  const language = path === 'SKILL.md' ? {} : { path }
  return <DiffView label={says} before={before} after={text ?? ''} part={part} {...language} />
}
