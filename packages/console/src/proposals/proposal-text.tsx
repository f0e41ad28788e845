import { Tabs } from '@base-ui/react/tabs'
import type { ProposalBody } from '@repertoire/protocol'
import { plural } from '../design/numbers.ts'
import { TabList } from '../design/tab-list.tsx'
import { DiffView } from '../editor/diff-view.tsx'
import { PreviewTab } from '../editor/preview-tab.tsx'

/** What is proposed: the difference, the text as people read it, and the files beside it. */
export function ProposalText({ proposal }: { readonly proposal: ProposalBody }) {
  const { current, content, body, files, removed_files } = proposal
  const count = files.length + removed_files.length
  const changes = { value: 'changes', label: current ? 'Changes' : 'SKILL.md' }
  const tabs = [
    changes,
    { value: 'rendered', label: 'Rendered' },
    ...(count > 0 ? [{ value: 'files', label: `Files (${count})` }] : []),
  ]
  return (
    <Tabs.Root defaultValue={current ? 'changes' : 'rendered'}>
      {removed_files.length > 0 && (
        <p className="mb-3 text-ink-2">
          Accepting it removes {plural(removed_files.length, 'file')} of the skill:{' '}
          <span className="font-mono text-xs [overflow-wrap:anywhere]">
            {removed_files.map(({ path }) => path).join(', ')}
          </span>
        </p>
      )}
      <TabList label="Views of the proposal" tabs={tabs} />
      <Tabs.Panel value="changes" className="pt-4">
        <DiffView
          label={current ? 'The skill now and as proposed' : 'The proposed SKILL.md'}
          before={current?.content ?? content}
          after={content}
        />
      </Tabs.Panel>
      <Tabs.Panel value="rendered" className="pt-4">
        <PreviewTab body={body} />
      </Tabs.Panel>
      <Tabs.Panel value="files" className="flex flex-col gap-6 pt-4">
        {files.map((file) => (
          <ProposedFile key={file.path} file={file} />
        ))}
        {removed_files.map((file) => (
          <RemovedFile key={file.path} file={file} />
        ))}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function ProposedFile({ file }: { readonly file: ProposalBody['files'][number] }) {
  const { path, content, current, replaces } = file
  const what = replaces ? (current === null ? 'replaces a file that is no text' : 'changed') : 'new'
  return (
    <section aria-label={path}>
      <h3 className="mb-2 font-mono text-xs [overflow-wrap:anywhere]">
        {path} <span className="font-sans text-ink-3">{what}</span>
      </h3>
      <DiffView label={path} before={current ?? content} after={content} />
    </section>
  )
}

function RemovedFile({ file }: { readonly file: ProposalBody['removed_files'][number] }) {
  const { path, current } = file
  return (
    <section aria-label={path}>
      <h3 className="mb-2 font-mono text-xs [overflow-wrap:anywhere]">
        {path}{' '}
        <span className="font-sans text-ink-3">removed{current === null && ', not text'}</span>
      </h3>
      {current !== null && <DiffView label={path} before={current} after="" />}
    </section>
  )
}
