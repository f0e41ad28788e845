import { useEffect, useState } from 'react'

interface ImagePreviewProps {
  readonly bytes: Uint8Array
  /** By the bytes' own signature. */
  readonly type: string
  readonly name: string
  readonly onUnreadable: () => void
}

/** A picture from bytes that are already here: nothing is fetched, and no picture format that can run is shown. */
export function ImagePreview({ bytes, type, name, onUnreadable }: ImagePreviewProps) {
  const [url, setUrl] = useState<string>()
  const [extent, setExtent] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return (
    <figure className="flex h-full flex-col items-center justify-center gap-2 p-4">
      {url && (
        <img
          src={url}
          alt={name}
          decoding="async"
          onError={onUnreadable}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setExtent(`${naturalWidth} × ${naturalHeight} pixels`)
          }
          className="checkerboard min-h-0 max-w-full rounded border border-line object-contain"
        />
      )}
      <figcaption className="text-xs text-ink-3">{extent}</figcaption>
    </figure>
  )
}
