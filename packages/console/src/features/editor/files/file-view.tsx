import { type LoadResult, loadSkillMd, readPackageText } from '@repertoire/skill-md'
import { useQuery } from '@tanstack/react-query'
import { Download, FileQuestion, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Badge } from '../../../shared/design/badge.tsx'
import { Button, buttonClass, IconButton } from '../../../shared/design/button.tsx'
import { classNames } from '../../../shared/design/class-names.ts'
import { Markdown } from '../../../shared/design/markdown.tsx'
import { formatBytes } from '../../../shared/design/numbers.ts'
import { Empty, FailedQuery, Loading } from '../../../shared/design/states.tsx'
import {
  type FileAddress,
  fileHref,
  skillFileQuery,
} from '../../../shared/queries/skill-file-query.ts'
import { CodeText } from '../../../shared/reading/code-text.tsx'
import { MarkSummary } from '../../../shared/reading/mark-summary.tsx'
import { NotRendered } from '../../../shared/reading/not-rendered.tsx'
import { fileKind, imageType } from './file-kind.ts'
import { ImagePreview } from './image-preview.tsx'
import { readImageSize } from './read-image-size.ts'
import { isScriptFile, RunScript } from './run-script.tsx'

interface FileViewProps {
  readonly address: FileAddress
  /** It may be run: by this person, and it is of the current revision. */
  readonly runs: boolean
  readonly onClose?: (() => void) | undefined
}

/** One file: what it is, the way to download it, and as much of it as can be shown safely. */
export function FileView({ address, runs, onClose }: FileViewProps) {
  const { path, size, executable, sha256 } = address.entry
  const kind = fileKind(address.entry)
  const [rendered, setRendered] = useState(false)
  return (
    <section aria-label={path} className="flex h-[62vh] min-h-80 flex-col">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-3 py-1.5 text-xs">
        <span className="min-w-0 flex-1 basis-40 font-mono [overflow-wrap:anywhere]">{path}</span>
        {executable && <Badge>executable</Badge>}
        <span className="tabular-nums text-ink-3" title={`SHA-256 ${sha256}`}>
          {formatBytes(size)}
        </span>
        {kind === 'markdown' && (
          <Button
            size="small"
            variant="quiet"
            aria-pressed={rendered}
            onClick={() => setRendered(!rendered)}
            className={classNames(rendered && 'bg-hover text-ink')}
          >
            Rendered
          </Button>
        )}
        {runs && isScriptFile(address.entry) && <RunScript skillId={address.skillId} path={path} />}
        <a href={fileHref(address)} download className={buttonClass('quiet', 'small')}>
          <Download size={14} aria-hidden="true" /> Download
          <span className="sr-only"> {path}</span>
        </a>
        {onClose && (
          <IconButton label={`Close ${path}`} onClick={onClose}>
            <X size={15} />
          </IconButton>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        <FileContent address={address} rendered={rendered} onSource={() => setRendered(false)} />
      </div>
    </section>
  )
}

interface FileContentProps {
  readonly address: FileAddress
  readonly rendered: boolean
  readonly onSource: () => void
}

/** As much of a file as can be shown safely, to read. */
export function FileContent(props: FileContentProps) {
  const { address } = props
  return fileKind(address.entry) === 'kept' ? (
    <NotShown address={address} />
  ) : (
    <ReadContent {...props} />
  )
}

function ReadContent({ address, rendered, onSource }: FileContentProps) {
  const file = useQuery(skillFileQuery(address))
  const [unreadable, setUnreadable] = useState(false)
  const { path } = address.entry
  if (file.isPending) return <Loading rows={6} label={`Loading ${path}`} />
  if (file.isError) return <FailedQuery what="This file could not be read" query={file} />
  if (fileKind(address.entry) === 'image') {
    const type = imageType(file.data)
    if (type === null || unreadable || !readImageSize(file.data, type))
      return <NotShown address={address} />
    return (
      <ImagePreview
        bytes={file.data}
        type={type}
        name={path}
        onUnreadable={() => setUnreadable(true)}
      />
    )
  }
  const text = textOf(path, file.data)
  if (text === null) return <NotShown address={address} />
  if (!rendered) {
    return (
      <div className="flex h-full flex-col">
        <div className="empty:hidden [&:not(:empty)]:p-2">
          <MarkSummary texts={[text]} />
        </div>
        <div className="min-h-0 flex-1">
          <Suspense fallback={<Loading label="Loading the text" />}>
            <CodeText path={path} text={text} />
          </Suspense>
        </div>
      </div>
    )
  }
  const body = bodyOf(path, text)
  return (
    <div className="mx-auto flex max-w-[46rem] flex-col gap-4 px-5 py-5">
      <NotRendered body={body} frontmatter={body !== text} onSource={onSource} />
      <Markdown text={body} />
    </div>
  )
}

/** The bytes as text; null for what is none. */
export function textOf(path: string, bytes: Uint8Array): string | null {
  // Arrival has made sure that it is text, and it may be longer than the others.
  if (path === 'SKILL.md') return new TextDecoder().decode(bytes)
  const read = readPackageText(bytes)
  return read.ok ? read.text : null
}

/** What of a text is for reading: without its frontmatter. */
export function bodyOf(path: string, text: string): string {
  if (path !== 'SKILL.md') return text
  const loaded: LoadResult = loadSkillMd(text)
  return loaded.ok ? loaded.document.body : text
}

/** What is no text, or too much of it. */
function NotShown({ address }: { readonly address: FileAddress }): ReactNode {
  return (
    <Empty
      icon={<FileQuestion size={20} />}
      title="Kept and exported; not readable as text"
      action={
        <a href={fileHref(address)} download className={buttonClass()}>
          <Download size={15} aria-hidden="true" /> Download {formatBytes(address.entry.size)}
        </a>
      }
    >
      Agents read UTF-8 text of at most 256 KB, and the page shows pictures of usual formats and
      sizes. This file comes along unchanged wherever the skill goes.
    </Empty>
  )
}
