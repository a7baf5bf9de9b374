import { helperNames, type TemplateError } from '@typecase/theme-engine'
import { sampleShared } from '@typecase/theme-engine/sample'
import { similarName } from '@typecase/theme-engine/similar-name'
import type { ThemeError } from '../../core/themes/theme-error.ts'

/** Converts an error of the theme engine to a message with a hint for theme authors. */
export function themeErrorOf({ message, template = '', line, page }: TemplateError): ThemeError {
  const plain = explain(message.replace(/ - \d+:\d+$/, ''))
  const where = page === undefined ? undefined : `It occurred while rendering the sample page ${page}.`
  return {
    path: template,
    line,
    message: plain.message,
    hint: [plain.hint, where].filter(Boolean).join(' ') || undefined,
  }
}

/** Keywords of other template languages. */
const foreignKeywords: Readonly<Record<string, string>> = {
  elseif: 'Write {{else if …}}.',
  elsif: 'Write {{else if …}}.',
  elif: 'Write {{else if …}}.',
  for: 'Write {{#each posts}}…{{/each}}.',
  foreach: 'Write {{#each posts}}…{{/each}}.',
  include: 'Write {{> header}} for partials/header.html.',
  partial: 'Write {{> header}} for partials/header.html.',
  block: 'Write {{#> frame}}…{{/frame}} and, in the partial, {{> @partial-block}}.',
  extends: 'Write {{#> frame}}…{{/frame}} and, in the partial, {{> @partial-block}}.',
}

function hintForHelper(name: string): string {
  const [first = ''] = name.split(/[./]/)
  if (Object.hasOwn(sampleShared, first) || ['post', 'page', 'taxonomy', 'pagination'].includes(first))
    return (
      `${first} is a value and takes no arguments. ` +
      'Remove the space or the second dot from its name, as in {{post..title}}.'
    )
  const similar = similarName(name, helperNames)
  return (
    foreignKeywords[name.toLowerCase()] ??
    (similar ? `Did you mean ${similar}?` : 'docs/themes.md lists all helpers.')
  )
}

const blocksFor = (name: string): string =>
  `Write {{#each ${name}}} for a list, {{#if ${name}}} for a condition, {{#with ${name}}} for one object.`

function explain(message: string): { readonly message: string; readonly hint?: string } {
  const helper = /^There is no helper named (.+)/.exec(message)
  if (helper)
    return { message: `there is no helper named ${helper[1]}`, hint: hintForHelper(String(helper[1])) }
  const block = /^The block (.+) has no helper$/.exec(message)
  if (block) return { message: `the block ${block[1]} has no helper`, hint: blocksFor(String(block[1])) }
  const partial = /^The partial (\S+) does not exist/.exec(message)
  if (partial)
    return {
      message: `the partial ${partial[1]} does not exist`,
      hint: `Add partials/${partial[1]}.html, or correct the name.`,
    }
  if (/^Decorators are not available/.test(message))
    return { message: 'decorators are not allowed', hint: 'Move the content to a file in partials/.' }
  if (/^The name of a partial cannot be computed/.test(message))
    return {
      message: 'the name of a partial must not be computed',
      hint: 'Use a fixed name, and choose with {{#if}}.',
    }
  if (/takes too long/.test(message))
    return { message, hint: 'A page must render within 2 seconds: look for nested lists.' }
  if (/larger than \d+ characters/.test(message)) return { message, hint: 'Show fewer entries on one page.' }
  if (/call each other without end/.test(message))
    return {
      message,
      hint: 'Call the partial only if there is something left to render, as in {{#if children}}.',
    }
  if (/^Partials are nested too deeply/.test(message))
    return { message, hint: 'Reduce the nesting of partials.' }
  if (/^The template is nested too deeply/.test(message))
    return { message, hint: 'Reduce the nesting of blocks and helpers.' }
  if (/^#?(if|unless|each|with)|Must pass iterator/.test(message))
    return { message, hint: 'Give the block one value: {{#each posts}}, {{#if post}}.' }
  return { message }
}

/** Converts errors. Keeps only the first one if several sample pages have the same error. */
export function distinctErrors(found: readonly TemplateError[]): readonly ThemeError[] {
  const seen = new Map<string, ThemeError>()
  for (const error of found.map(themeErrorOf)) {
    const key = `${error.path} ${error.line} ${error.message}`
    if (!seen.has(key)) seen.set(key, error)
  }
  return [...seen.values()]
}
