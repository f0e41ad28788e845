import { Tabs } from '@base-ui/react/tabs'
import type { ProposalBody } from '@repertoire/protocol'
import { TabList } from '../design/tab-list.tsx'
import { DiffView } from '../editor/diff-view.tsx'
import { PreviewTab } from '../editor/preview-tab.tsx'

/** What is proposed: the difference, the text as people read it, and the files beside it. */
export function ProposalText({ proposal }: { readonly proposal: ProposalBody }) {
  const { current, content, body, files } = proposal
  const changes = { value: 'changes', label: current ? 'Changes' : 'SKILL.md' }
  const tabs = [
    changes,
    { value: 'rendered', label: 'Rendered' },
    ...(files.length > 0 ? [{ value: 'files', label: `Files (${files.length})` }] : []),
  ]
  return (
    <Tabs.Root defaultValue={current ? 'changes' : 'rendered'}>
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
