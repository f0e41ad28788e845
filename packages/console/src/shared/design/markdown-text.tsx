import { ImageIcon } from 'lucide-react'
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'
import { isTooDeep, isTooMuchToRender } from './markdown-limits.ts'
import { PlainMarkdown } from './plain-markdown.tsx'
import { rehypeMarks } from './rehype-marks.ts'

type Parsed = Parameters<typeof isTooDeep>[0]

/** Before the plugins and React go through the tree by calling themselves. */
function remarkDepth() {
  return (tree: Parsed): void => {
    if (isTooDeep(tree)) throw new RangeError('The Markdown text is nested too deeply.')
  }
}

const plugins = [remarkGfm, remarkDepth]
const rehypePlugins = [rehypeMarks]

const components: Components = {
  // An address that is not of the web or of mail is left out by then.
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
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

export const MarkdownText = memo(function MarkdownText(props: MarkdownTextProps) {
  return rendered(props) ?? <PlainMarkdown text={props.text} explained />
})

/** Null for a text that cannot be rendered. Called, not mounted: what it throws would take the whole page away. */
function rendered({ text, codeBlocks }: MarkdownTextProps) {
  if (isTooMuchToRender(text)) return null
  try {
    return ReactMarkdown({
      children: text,
      remarkPlugins: plugins,
      rehypePlugins,
      components: codeBlocks ? withCodeBlocks : components,
      skipHtml: true,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * An image of somebody else's text tells its server who reads it. So it is a link: the page itself
 * never fetches it.
 */
function ImageLink({ src, alt }: { readonly src: string; readonly alt: string }) {
  const icon = <ImageIcon size={14} aria-hidden="true" className="mr-1 inline align-[-2px]" />
  if (!src) {
    return (
      <span>
        {icon}Image{alt && `: ${alt}`}
      </span>
    )
  }
  return (
    <a href={src} target="_blank" rel="noopener noreferrer nofollow" title={src}>
      {icon}Open image{alt && `: ${alt}`}
    </a>
  )
}
