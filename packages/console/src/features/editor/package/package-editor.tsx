import type { SkillBody } from '@repertoire/protocol'
import { lazy, Suspense, useState } from 'react'
import { Loading } from '../../../shared/design/states.tsx'
import { PreviewTab } from '../../../shared/reading/preview-tab.tsx'
import { CodeEditor } from '../code-editor.tsx'
import { fileKind } from '../files/file-kind.ts'
import { bodyOf, FileContent } from '../files/file-view.tsx'
import { SkillFields } from '../skill-fields.tsx'
import { SkillMdPane } from '../skill-md-pane.tsx'
import type { useSkillEditing } from '../use-skill-editing.ts'
import { useSkillText } from '../use-skill-text.ts'
import { type DraftFile, draftFiles } from './draft-files.ts'
import { DraftTree } from './draft-tree.tsx'
import { EditorHeader, type SideView } from './editor-header.tsx'
import { FileDialog } from './file-dialog.tsx'
import { useFileText, withLineEndsOf } from './file-text.ts'
import { useFileActions } from './use-file-actions.ts'

const TryPanel = lazy(() =>
  import('./try-panel.tsx').then(({ TryPanel }) => ({ default: TryPanel })),
)

interface PackageEditorProps {
  readonly skill: SkillBody
  readonly editing: ReturnType<typeof useSkillEditing>
  readonly writable: boolean
  /** This person may hold conversations and run scripts. */
  readonly runs: boolean
  /** Path of the file that is edited. */
  readonly file: string
  readonly onFile: (path: string) => void
}

/** The files of a skill as a tree, one of them as text, and beside it fields, preview or a trial. */
export function PackageEditor(props: PackageEditorProps) {
  const { skill, editing, runs, onFile } = props
  const [side, setSide] = useState<SideView | null>('fields')
  const files = draftFiles(skill, editing.draft)
  const actions = useFileActions(editing, { shown: props.file, onFile })
  const file =
    files.find(({ entry }) => entry.path === props.file) ??
    files.find(({ entry }) => entry.path === 'SKILL.md')
  if (!file) return null
  const { entry } = file
  const isSkillMd = entry.path === 'SKILL.md'
  const sides = sidesOf({ isSkillMd, isMarkdown: fileKind(entry) === 'markdown', runs })
  const shownSide = side !== null && sides.includes(side) ? side : null
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 lg:min-h-96 lg:flex-row lg:gap-4">
      <DraftTree
        files={files}
        shown={entry.path}
        onOpen={onFile}
        actions={props.writable ? actions : null}
      />
      <section
        aria-label={entry.path}
        className="card flex min-h-[60vh] min-w-0 flex-1 flex-col overflow-hidden lg:min-h-0"
      >
        <EditorHeader
          skill={skill}
          file={file}
          actions={props.writable ? actions : null}
          runs={runs && skill.archived_at === null}
          sides={sides}
          side={shownSide}
          onSide={setSide}
        />
        {isSkillMd ? (
          <SkillMd {...props} />
        ) : (
          <BesideFile key={entry.path} {...props} shown={file} />
        )}
      </section>
      <FileDialog actions={actions} files={files} />
      {shownSide !== null && (
        <aside
          aria-label={sideNames[shownSide]}
          className={
            shownSide === 'fields'
              ? 'shrink-0 overflow-y-auto lg:w-72'
              : 'flex min-w-0 flex-col overflow-y-auto lg:w-[42%] lg:shrink-0'
          }
        >
          {shownSide === 'fields' && <Fields {...props} />}
          {shownSide === 'preview' && (
            <Preview {...props} shown={file} onSource={() => setSide(null)} />
          )}
          {shownSide === 'try' && (
            <Suspense fallback={<Loading label="Loading the trial" />}>
              <TryPanel skill={skill} changed={editing.changed} />
            </Suspense>
          )}
        </aside>
      )}
    </div>
  )
}

const sideNames: Readonly<Record<SideView, string>> = {
  fields: 'Fields of the skill',
  preview: 'Preview',
  try: 'Try it',
}

function sidesOf(file: {
  readonly isSkillMd: boolean
  readonly isMarkdown: boolean
  readonly runs: boolean
}): readonly SideView[] {
  return [
    ...(file.isSkillMd ? (['fields'] as const) : []),
    ...(file.isMarkdown ? (['preview'] as const) : []),
    ...(file.runs ? (['try'] as const) : []),
  ]
}

function SkillMd({ editing, writable }: PackageEditorProps) {
  const { loaded, advice, characters } = useSkillText(editing.draft.source)
  return (
    <SkillMdPane
      fills
      source={editing.draft.source}
      remarks={[...loaded.diagnostics, ...advice]}
      characters={characters}
      writable={writable}
      onSource={(source) => editing.edit({ source })}
    />
  )
}

function Fields({ skill, editing, writable }: PackageEditorProps) {
  const { source, enabled } = editing.draft
  const { loaded } = useSkillText(source)
  return (
    <SkillFields
      source={source}
      loaded={loaded}
      onSource={(next) => editing.edit({ source: next })}
      enabled={enabled}
      onEnabled={(next) => editing.edit({ enabled: next })}
      scope={skill.scope}
      knownSlug={skill.slug}
      disabled={!writable}
    />
  )
}

interface FileProps extends PackageEditorProps {
  readonly shown: DraftFile
}

/** The saved text of a file; null while it is not there, for what is no text and for a new file. */
function useSavedText(skill: SkillBody, { entry, saved }: DraftFile): string | null {
  const address = { skillId: skill.id, digest: skill.digest, entry: saved ?? entry }
  return useFileText(address, saved !== null)
}

/** A file other than SKILL.md: text to write in, all else to look at. */
function BesideFile({ skill, editing, writable, shown }: FileProps) {
  const { entry, saved, text, deleted } = shown
  const original = useSavedText(skill, shown)
  if (saved !== null && original === null) {
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <FileContent
          address={{ skillId: skill.id, digest: skill.digest, entry: saved }}
          rendered={false}
          onSource={() => {}}
        />
      </div>
    )
  }
  const path = saved?.path ?? entry.path
  const draft = editing.draft.files.find((file) => file.path === path)
  return (
    <div className="min-h-0 flex-1">
      <CodeEditor
        label={entry.path}
        value={text ?? original ?? ''}
        readOnly={!writable || deleted}
        onChange={(next) =>
          editing.editFile(
            {
              path,
              text: original === null ? next : withLineEndsOf(original, next),
              base: draft?.base ?? saved?.sha256 ?? '',
            },
            original,
          )
        }
      />
    </div>
  )
}

function Preview({
  skill,
  editing,
  shown,
  onSource,
}: FileProps & { readonly onSource: () => void }) {
  const saved = useSavedText(skill, shown)
  const { path } = shown.entry
  const text = path === 'SKILL.md' ? editing.draft.source : (shown.text ?? saved ?? '')
  const body = bodyOf(path, text)
  return <PreviewTab body={body} frontmatter={body !== text} onSource={onSource} />
}
