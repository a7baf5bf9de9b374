import Handlebars from 'handlebars'
import { describe, expect, it } from 'vitest'
import { syntaxError } from './syntax-errors.ts'

function errorOf(source: string): string {
  try {
    Handlebars.parse(source)
  } catch (error) {
    const { line, message, hint, detail } = syntaxError(source, error)
    expect(detail).toBe(error instanceof Error ? error.message : '')
    return `${line}: ${message}. ${hint}`
  }
  throw new Error('it parses')
}

describe('a template that does not parse', () => {
  it.each([
    ['a\n{{#each posts}}\nx\n', '2: the block {{#each}} is never closed. Add {{/each}} where it ends.'],
    ['{{#if a}}\n{{#each b}}x{{/each}}', '1: the block {{#if}} is never closed. Add {{/if}} where it ends.'],
    ['{{#> frame}}x', '1: the block {{#> frame}} is never closed. Add {{/frame}} where it ends.'],
    ['{{^if a}}x', '1: the block {{#if}} is never closed. Add {{/if}} where it ends.'],
    [
      '{{#if a}}\n{{/each}}',
      '2: {{/each}} does not match the open block {{#if}} of line 1. Write {{/if}} here',
    ],
    [
      '{{#each p}}{{#if a}}x\n{{/each}}{{/if}}',
      '2: {{/each}} does not match the open block {{#if}} of line 1. Write {{/if}} here',
    ],
    ['\n\n{{/if}}', '3: {{/if}} closes no block. Remove it'],
    ['{{if a}}x{{/if}}', '1: {{/if}} closes no block. Remove it, or open the block above with {{#if …}}'],
    ['{{else}}', '1: {{else}} is outside a block. Put it between'],
    ['x\n{{else if a}}', '2: {{else}} is outside a block. Put it between'],
    ['{{#if a}}{{else}}\n{{else}}{{/if}}', '2: the block {{#if}} of line 1 has a second {{else}}. Keep one'],
    ['x {{title}\n y {{b}}', '1: {{title is never closed. Add }} at its end.'],
    ['x {{title', '1: {{title is never closed. Add }} at its end.'],
    ['\n{{!-- x', '2: a comment is never closed. Add --}} where it ends.'],
    ['{{! x', '1: a comment is never closed. Add }} where it ends.'],
    ['{{}}', '1: a tag is empty. Write a name'],
    ['{{#}}', '1: a tag is empty. Write a name'],
    ['{{> }}', '1: a tag is empty. Write a name'],
    ['{{{x}}', '1: {{{x}} opens with 3 braces and closes with 2. Write two braces'],
    ['var a = {b: {{x}}}', '1: {{x}}} opens with 2 braces and closes with 3. Write two braces'],
    [
      '{{#if a && b}}x{{/if}}',
      '1: && in {{if a && b}} is not part of the template language. Write (and a b)',
    ],
    [
      '{{#if a == b}}x{{/if}}',
      '1: == or != in {{if a == b}} is not part of the template language. Write (eq a b)',
    ],
    ['{{#if !a}}x{{/if}}', '1: ! in {{if !a}} is not part of the template language. Write (not a)'],
    ['{{x | upper}}', '1: | in {{x | upper}} is not part of the template language. There are no filters'],
    ['{{% if %}}', '1: {{% in {{% if %}} is not part of the template language. Write {{#if …}}'],
    ['{{post.tags[0]}}', '1: [ in {{post.tags[0]}} is not part of the template language. Write a dot'],
    [
      '{{post.tags.0}}',
      '1: a number behind a dot in {{post.tags.0}} is not part of the template language. Put the',
    ],
    ['{{date "x}}', '1: a quotation mark in {{date "x}} is never closed. Add the second'],
    ['{{#if (eq a b}}x{{/if}}', '1: a parenthesis in {{if (eq a b}} is never closed. Add ) where'],
    ['{{a/../b}}', '1: the path a/.. is not valid. Write .. and this only at the beginning'],
    ['\n{{@}}', '2: the template cannot be read here. Check this line'],
  ])('%j', (source, expected) => {
    expect(errorOf(source).slice(0, expected.length)).toBe(expected)
  })

  it('is explained by its first error, not by valid tags that resemble errors', () => {
    expect(
      errorOf(
        '{{#if (and a (not b))}}{{concat "a" "&&" \'==\' b="}}"}}{{/if}}\\{{#x}}{{!-- {{#y}} --}}\n{{/each}}',
      ),
    ).toMatch(/^2: \{\{\/each\}\} closes no block/)
  })

  it('has an error of limited length, even for long tags', () => {
    const error = errorOf(`{{#if ${'a'.repeat(100_000)} &&}}`)
    expect(error.length).toBeLessThan(400)
  })
})
