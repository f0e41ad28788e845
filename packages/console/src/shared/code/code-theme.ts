import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the page's tokens, so that both themes hold, the gutter included. */
const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 14px 0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'light-dark(rgb(0 0 0 / 3%), rgb(255 255 255 / 4%))',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'light-dark(#c5dfe0, #25504f)',
    },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--inset)',
    borderColor: 'var(--line)',
    color: 'var(--ink-2)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-high)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--hover)',
    color: 'var(--ink)',
  },
  '.cm-diagnostic': { fontFamily: 'var(--font-sans)', padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--accent)' },
  '.cm-panels': {
    backgroundColor: 'var(--inset)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
  },
  '.cm-panels input, .cm-panels button': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '5px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '&.cm-merge-b .cm-changedLine, .cm-changedLine': {
    backgroundColor: 'var(--good-soft) !important',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'light-dark(#bfe3cb, #265a38) !important',
  },
  '.cm-changedText, .cm-changedText *, .cm-deletedText, .cm-deletedText *': {
    color: 'var(--ink) !important',
  },
  '.cm-insertedLine': { backgroundColor: 'var(--good-soft) !important', textDecoration: 'none' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important', paddingLeft: '8px' },
  '.cm-deletedChunk .cm-deletedText, .cm-deletedText': {
    background: 'light-dark(#f3c2bb, #6b2b25) !important',
    textDecoration: 'none',
  },
  '.cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯"' },
  '.cm-chunkButtons': { display: 'flex', gap: '4px', padding: '2px 4px' },
  '.cm-chunkButtons button': {
    height: '24px',
    margin: '0',
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
  },
  '.cm-changeGutter': { paddingLeft: '2px' },
  '.cm-changedLineGutter': { background: 'var(--good)' },
  '.cm-deletedLineGutter': { background: 'var(--bad)' },
  '.cm-collapsedLines': {
    background: 'var(--inset)',
    color: 'var(--ink-2)',
    borderColor: 'var(--line)',
  },
})

const highlight = HighlightStyle.define([
  {
    tag: [tags.heading, tags.heading1, tags.heading2, tags.heading3],
    fontWeight: '650',
    color: 'var(--ink)',
  },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--accent-ink)' },
  { tag: [tags.monospace, tags.string], color: 'var(--good-ink)' },
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName), tags.keyword],
    color: 'var(--accent-ink)',
  },
  { tag: [tags.bool, tags.number, tags.atom], color: 'var(--warn-ink)' },
  {
    tag: [tags.comment, tags.meta, tags.processingInstruction, tags.contentSeparator, tags.quote],
    color: 'var(--ink-3)',
  },
])

/** Looks of every CodeMirror on the page. */
export const codeTheme: Extension = [theme, syntaxHighlighting(highlight)]
