import type { ReactElement } from 'react'
import { Markdown } from '../design/markdown.tsx'

/** The body as people read it. */
export function PreviewTab({ body }: { readonly body: string }): ReactElement {
  return (
    <div className="card px-5 py-6 sm:px-8">
      <div className="mx-auto max-w-[46rem]">
        <Markdown text={body} />
      </div>
    </div>
  )
}
