import { Tabs } from '@base-ui/react/tabs'
import type { PendingRevisionBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useEffect, useState } from 'react'
import { TabList } from '../../shared/design/tab-list.tsx'
import { CodePart } from '../../shared/reading/code-part.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { useRequiredParts } from '../../shared/reading/reading.tsx'
import type { RequiredPart } from '../../shared/reading/reading-record.ts'
import { FileList } from './file-list.tsx'
import { RevisionFile } from './revision-file.tsx'

interface ArrivalTextsProps {
  readonly arrival: PendingRevisionBody
  /** The file that somebody asked for; null for SKILL.md. */
  readonly file: string | null
  readonly onFile: (path: string | null) => void
}

/** Every text of an arrival beside what is here now, and beside what was edited here. */
export function RevisionTexts({ arrival, file, onFile }: ArrivalTextsProps) {
  const { base, ancestor, content, files } = arrival
  const [view, setView] = useState('skill')
  const others = files.filter(({ path }) => path !== 'SKILL.md')
  const skill: RequiredPart = {
    ...{ id: 'file SKILL.md', label: 'SKILL.md', content },
    show: () => setView('skill'),
  }
  useRequiredParts([skill])
  useEffect(() => {
    if (file === null) return
    setView(file.toLowerCase() === 'skill.md' ? 'skill' : 'files')
  }, [file])
  const tabs = [
    { value: 'skill', label: base ? 'Changes of SKILL.md' : 'SKILL.md' },
    ...(ancestor ? [{ value: 'edits', label: 'Edits here' }] : []),
    ...(others.length > 0 ? [{ value: 'files', label: `Files (${others.length})` }] : []),
  ]
  return (
    <Tabs.Root value={view} onValueChange={(next) => setView(String(next))} className="mt-2">
      <TabList label="Texts of the arrival" tabs={tabs} />
      <Tabs.Panel value="skill" className="pt-4">
        {base ? (
          <DiffView
            label="The skill here and as it came"
            before={base.content}
            after={content}
            part={skill}
          />
        ) : (
          <CodePart path="SKILL.md" text={content} part={skill} />
        )}
      </Tabs.Panel>
      {ancestor && base && (
        <Tabs.Panel value="edits" className="pt-4">
          <p className="mb-2 text-xs text-ink-2">
            What the source had before, and what was edited here since. Approving the arrival
            replaces these edits.
          </p>
          <DiffView
            label="The source before and the skill here"
            before={ancestor.content}
            after={base.content}
          />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="files" className="grid gap-4 pt-4 md:grid-cols-[16rem_minmax(0,1fr)]">
        <FileList files={others} chosen={file} onChoose={onFile} />
        {file !== null && others.some(({ path }) => path === file) ? (
          <RevisionFile key={file} id={arrival.id} path={file} label={renderAnnotations(file)} />
        ) : (
          <p className="text-xs text-ink-3">Choose a file to read it.</p>
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
