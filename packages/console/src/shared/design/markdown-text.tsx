import { ImageIcon } from 'lucide-react'
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'
import { rehypeMarks } from './rehype-marks.ts'

const plugins = [remarkGfm]
const rehypePlugins = [rehypeMarks]

const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => <ImageLink src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'Not done'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
}

const withCodeBlocks: Components = {
  ...components,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
}

interface MarkdownTextProps {
  readonly text: string
  readonly codeBlocks: boolean
}

export const MarkdownText = memo(function MarkdownText({ text, codeBlocks }: MarkdownTextProps) {
  return (
    <ReactMarkdown
      remarkPlugins={plugins}
      rehypePlugins={rehypePlugins}
      components={codeBlocks ? withCodeBlocks : components}
      skipHtml
    >
      {text}
    </ReactMarkdown>
  )
})

/**
 * An image of somebody else's text tells its server who reads it. So it is a link: the page itself
 * never fetches it.
 */
function ImageLink({ src, alt }: { readonly src: string; readonly alt: string }) {
  return (
    <a href={src} target="_blank" rel="noopener noreferrer nofollow" title={src}>
      <ImageIcon size={14} aria-hidden="true" className="mr-1 inline align-[-2px]" />
      Open image{alt && `: ${alt}`}
    </a>
  )
}
