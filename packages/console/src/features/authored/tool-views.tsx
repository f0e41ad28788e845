import { Tabs } from '@base-ui/react/tabs'
import type { AuthoredToolBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { TabList } from '../../shared/design/tab-list.tsx'
import { CodePart } from '../../shared/reading/code-part.tsx'
import { MarkSummary } from '../../shared/reading/mark-summary.tsx'
import { PartPending, useRequiredParts } from '../../shared/reading/reading.tsx'
import { authoredVersionQuery } from './authored-queries.ts'
import { VersionsTab } from './versions-tab.tsx'

interface ToolViewsProps {
  readonly tool: AuthoredToolBody
  readonly own: boolean
}

/** Everything an approval of this tool is for, its libraries included, and its versions. */
export function ToolViews({ tool, own }: ToolViewsProps) {
  const { name, kind, head, libraries } = tool
  const [view, setView] = useState('code')
  const codes = useQueries({
    queries: libraries.map((library) => authoredVersionQuery(library.id, library.version)),
  })
  const texts = [
    { value: 'code', label: 'Code', path: `${name}.js`, text: head.code },
    ...(kind === 'tool' ? [parametersOf(tool)] : []),
    ...codes.flatMap(({ data }, at) => {
      const library = libraries[at]?.name ?? ''
      const label = `${renderAnnotations(library)}.js`
      return data ? [{ value: `of ${library}`, label, path: `${library}.js`, text: data.code }] : []
    }),
  ].map((one) => {
    const { value, label, text } = one
    return { ...one, part: { id: value, label, content: text, show: () => setView(value) } }
  })
  useRequiredParts(texts.map(({ part }) => part))
  const versions = { value: 'versions', label: `Versions (${tool.versions.length})` }
  return (
    <>
      <MarkSummary texts={[head.description, ...texts.map(({ text }) => text)]} />
      {codes.some(({ data }) => !data) && (
        <PartPending label="its libraries">
          {codes.some(({ isError }) => isError)
            ? 'A library it requires could not be read; load the page again.'
            : 'Loading the libraries it requires…'}
        </PartPending>
      )}
      <Tabs.Root value={view} onValueChange={(next) => setView(String(next))}>
        <TabList label="Views of the tool" tabs={[...texts, versions]} />
        {texts.map(({ value, path, text, part }) => (
          <Tabs.Panel key={value} value={value} className="pt-3">
            <CodePart path={path} text={text} part={part} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="versions" className="pt-3">
          <VersionsTab tool={tool} own={own} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}

function parametersOf({ head }: AuthoredToolBody) {
  const text = JSON.stringify(head.parameters, null, 2)
  return { value: 'parameters', label: 'Parameters', path: 'parameters.json', text }
}
