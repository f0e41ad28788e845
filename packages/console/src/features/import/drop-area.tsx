import { FileText, FolderOpen, FolderPlus } from 'lucide-react'
import { type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { Notice } from '../../shared/design/notice.tsx'
import type { FoundFile } from './discover-skills.ts'
import { foundFile, readDropped } from './read-dropped.ts'

// React knows no `webkitdirectory`; every browser does.
const folderPicker = { webkitdirectory: '' } as ComponentProps<'input'>

/** Where folders and archives are dropped or chosen. */
export function DropArea({
  onFiles,
}: {
  readonly onFiles: (files: readonly FoundFile[]) => Promise<void>
}) {
  const [over, setOver] = useState(false)
  const [trouble, setTrouble] = useState('')
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  async function take(reading: Promise<FoundFile[]> | FoundFile[]): Promise<void> {
    try {
      await onFiles(await reading)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void take(readDropped(event.dataTransfer.items))
  }
  const chosen = (list: FileList | null) =>
    void take([...(list ?? [])].map((file) => foundFile(file)))
  return (
    <>
      {trouble && (
        <div className="mb-3">
          <Notice tone="bad" urgent title="The folder could not be read">
            {trouble} Check that you may read every file in it, and try again.
          </Notice>
        </div>
      )}
      <section
        aria-label="Drop a folder here, or a zip"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={classNames(
          'flex flex-col items-center rounded-2xl border-2 border-dashed px-6 py-16 text-center transition-colors',
          over ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
        )}
      >
        <FolderPlus size={30} strokeWidth={1.5} aria-hidden="true" className="mb-4 text-ink-3" />
        <p className="text-base font-medium">Drop a folder here, or a zip</p>
        <p className="mt-1 max-w-md text-ink-2">
          A skill’s folder, or one that holds many, at any depth. You see what was found before
          anything is sent.
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => folder.current?.click()}>
            <FolderOpen size={15} aria-hidden="true" /> Choose folder
          </Button>
          <Button onClick={() => files.current?.click()}>
            <FileText size={15} aria-hidden="true" /> Choose files
          </Button>
        </div>
        <input
          ref={folder}
          type="file"
          multiple
          hidden
          aria-label="Folder"
          {...folderPicker}
          onChange={(event) => chosen(event.target.files)}
        />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept=".md,.markdown,.zip,.skill"
          aria-label="SKILL.md or zip files"
          onChange={(event) => chosen(event.target.files)}
        />
      </section>
    </>
  )
}
