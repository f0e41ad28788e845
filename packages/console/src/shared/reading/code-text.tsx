import { lazyComponent, loadOnce } from '../design/lazy-component.tsx'

/** The editor that shows code weighs much: no page waits for it. */
export const loadCodeText = loadOnce(() => import('./code-text-view.tsx'))

/**
 * A file's text to read and to copy from. For within a `Suspense`, which stands around whatever watches the end of the
 * text: before the text is there, nobody has read it.
 */
export const CodeText = lazyComponent(loadCodeText, (module) => module.CodeTextView)
