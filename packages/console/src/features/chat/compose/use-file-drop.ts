import { type DragEvent, useState } from 'react'
import { showErrorMessage } from '../../../shared/design/show-toast.ts'
import { droppedFiles } from './composer-parts.ts'

/** Takes files that are dropped; without anything that takes them, a drop is the browser's. */
export function useFileDrop(onTake: ((files: readonly File[]) => void) | undefined) {
  const [over, setOver] = useState(false)
  if (!onTake) return { over: false, dropTarget: {} }
  const dropTarget = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const { files, folders } = droppedFiles(event.dataTransfer)
      for (const folder of folders) showErrorMessage(`${folder} is a folder.`, 'Drop its files.')
      onTake(files)
    },
  }
  return { over, dropTarget }
}
