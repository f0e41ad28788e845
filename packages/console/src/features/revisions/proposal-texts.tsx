import { Tabs } from '@base-ui/react/tabs'
import type { PendingRevisionBody, PendingRevisionFileContent } from '@repertoire/protocol'
import { type LoadResult, loadSkillMd } from '@repertoire/skill-md'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatBytes, plural } from '../../shared/design/numbers.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { TabList } from '../../shared/design/tab-list.tsx'
import { CodePart } from '../../shared/reading/code-part.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { PreviewTab } from '../../shared/reading/preview-tab.tsx'
import { useRequiredParts } from '../../shared/reading/reading.tsx'
import type { RequiredPart } from '../../shared/reading/reading-record.ts'
import { revisionFileQuery } from './revision-queries.ts'

type File = PendingRevisionBody['files'][number]

interface ProposalTextsProps {
  readonly revision: PendingRevisionBody
  /** The file that somebody asked for; null for SKILL.md. */
  readonly file: string | null
}

/** Every text that is proposed beside what it replaces. All of them are read before a yes: nobody else has seen them. */
export function ProposalTexts({ revision, file }: ProposalTextsProps) {
  const { id, base, content, files } = revision
  const [view, setView] = useState('changes')
  const changed = files.filter(({ path, change }) => path !== 'SKILL.md' && change !== 'same')
  const read = useQueries({ queries: changed.map(({ path }) => revisionFileQuery(id, path)) })
  const partOf = (path: string, tab: string, text: string): RequiredPart => ({
    ...{ id: `file ${path}`, label: renderAnnotations(path), content: text },
    show: () => setView(tab),
  })
  const skill = partOf('SKILL.md', 'changes', `${base?.content ?? ''}\0${content}`)
  const parts = changed.map(({ path, sha256 }) => partOf(path, 'files', sha256))
  const isText = (at: number) => changed[at]?.change === 'removed' || read[at]?.data?.text !== null
  useRequiredParts([skill, ...parts.filter((_, at) => isText(at))])
  useEffect(() => {
    if (file !== null) setView(file.toLowerCase() === 'skill.md' ? 'changes' : 'files')
  }, [file])
  const tabs = [
    { value: 'changes', label: base ? 'Changes' : 'SKILL.md' },
    { value: 'rendered', label: 'Rendered' },
    ...(changed.length > 0 ? [{ value: 'files', label: `Files (${changed.length})` }] : []),
  ]
  return (
    <Tabs.Root value={view} onValueChange={(next) => setView(String(next))}>
      <RemovedFiles files={changed.filter(({ change }) => change === 'removed')} />
      <TabList label="Views of the proposal" tabs={tabs} />
      <Tabs.Panel value="changes" className="pt-4">
        {base ? (
          <DiffView
            label="The skill now and as proposed"
            before={base.content}
            after={content}
            part={skill}
          />
        ) : (
          <CodePart path="SKILL.md" text={content} part={skill} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="rendered" className="pt-4">
        <PreviewTab body={bodyOf(content)} frontmatter onSource={() => setView('changes')} />
      </Tabs.Panel>
      <Tabs.Panel value="files" className="flex flex-col gap-6 pt-4">
        {changed.map((one, at) => (
          <section key={one.path} aria-label={renderAnnotations(one.path)}>
            <h3 className="mb-2 font-mono text-xs [overflow-wrap:anywhere]">
              <MarkedText text={one.path} />{' '}
              <span className="font-sans text-ink-3">{changeWords[one.change]}</span>
            </h3>
            <ChangedFile file={one} read={read[at]} part={parts[at]} />
          </section>
        ))}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

const changeWords: Readonly<Record<File['change'], string>> = {
  added: 'new',
  changed: 'changed',
  removed: 'removed',
  same: '',
}

function RemovedFiles({ files }: { readonly files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <p className="mb-3 text-ink-2">
      Accepting it removes {plural(files.length, 'file')} of the skill:{' '}
      <span className="font-mono text-xs [overflow-wrap:anywhere]">
        <MarkedText text={files.map(({ path }) => path).join(', ')} />
      </span>
    </p>
  )
}

interface ChangedFileProps {
  readonly file: File
  readonly read: UseQueryResult<PendingRevisionFileContent> | undefined
  readonly part: RequiredPart | undefined
}

function ChangedFile({ file, read, part }: ChangedFileProps) {
  if (!read?.isSuccess || !part)
    return read && <QueryPlaceholder for={read} what="The file" rows={3} />
  const { path, text, base_text: before, size } = read.data
  if (text === null && file.change !== 'removed') {
    return (
      <p className="text-xs text-ink-2">
        This file is not text, or too large to show ({formatBytes(size ?? file.size)}). Its bytes
        are those of the digest.
      </p>
    )
  }
  if (before === null) return <CodePart path={path} text={text ?? ''} part={part} />
  return (
    <DiffView
      label={renderAnnotations(path)}
      path={path}
      before={before}
      after={text ?? ''}
      part={part}
    />
  )
}

function bodyOf(content: string): string {
  const loaded: LoadResult = loadSkillMd(content)
  return loaded.ok ? loaded.document.body : content
}
