import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript-5';
import { nearTests } from '#test/sabotage/near-tests.ts';
import type { SmallError } from '#test/sabotage/small-error.ts';

/** A text replacement at a position. */
type Change = { start: number; end: number; to: string; what: string };

/**
 * Errors drawn from the code by a seed, independently of the tests that should notice them. Every place where
 * such a slip is possible gets a number made from seed and place, and the smallest numbers are drawn. The
 * same tree and seed draw the same errors.
 */
export function drawErrors(seed: string, count: number): SmallError[] {
  const drawn: SmallError[] = [];
  const ranked = places()
    .map((place) => ({ ...place, rank: rankOf(seed, place) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  for (const { file, text, change, rank } of ranked) {
    const tests = nearTests(file, around(text, change));
    const edit = tests.length > 0 && editOf(text, change);
    if (edit)
      drawn.push({
        id: `drawn-${rank.slice(0, 8)}`,
        kind: 'drawn',
        file,
        ...edit,
        breaks: `line ${text.slice(0, change.start).split('\n').length}: ${change.what}`,
        tests,
      });
    if (drawn.length === count) break;
  }
  return drawn;
}

type Place = { file: string; text: string; change: Change };

/** Lines before and after a change, whose words suggest the tests about it. */
const LINES = 6;
const around = (text: string, { start, end }: Change) =>
  [
    ...text.slice(0, start).split('\n').slice(-LINES),
    ...text
      .slice(start)
      .split('\n')
      .slice(0, text.slice(start, end).split('\n').length + LINES),
  ].join('\n');

const rankOf = (seed: string, { file, change }: Place) =>
  createHash('sha256').update(`${seed} ${file} ${change.start} ${change.to}`).digest('hex');

let found: readonly Place[] | undefined;

/** Every place in the server and the shared code where a slip is possible. */
function places(): readonly Place[] {
  found ??= globSync('{server,shared}/**/*.ts')
    .filter((path) => !/\.test\.ts$|\.d\.ts$|\/migrations\/|^server\/sample\//.test(path))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      return changesIn(source).map((change) => ({ file, text, change }));
    });
  return found;
}

/** The change with enough surrounding lines to make its text unique in the file. */
function editOf(text: string, { start, end, to }: Change): { from: string; to: string } | undefined {
  let [first, last] = [start, end];
  for (let grown = 0; grown < 12; grown += 1) {
    const from = text.slice(first, last);
    if (text.split(from).length === 2)
      return { from, to: text.slice(first, start) + to + text.slice(end, last) };
    first = Math.max(0, text.lastIndexOf('\n', first - 2) + 1);
    const next = text.indexOf('\n', last + 1);
    last = next < 0 ? text.length : next;
  }
  return undefined;
}

const TURNED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);
const JOINED = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken];

function changesIn(source: ts.SourceFile): Change[] {
  const changes: Change[] = [];
  const put = (node: ts.Node, to: string, what: string) =>
    changes.push({ start: node.getStart(source), end: node.getEnd(), to, what });
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken: sign, left, right } = node;
      const turned = TURNED.get(sign.kind);
      if (turned) put(sign, turned, `${sign.getText(source)} becomes ${turned}`);
      if (JOINED.includes(sign.kind)) {
        put(node, left.getText(source), `the condition ${right.getText(source)} is dropped`);
        put(node, right.getText(source), `the condition ${left.getText(source)} is dropped`);
      }
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      put(node, node.operand.getText(source), `${node.getText(source)} is turned`);
    if (ts.isNumericLiteral(node)) put(node, String(Number(node.text) + 1), `${node.text} is one more`);
    if (ts.isIfStatement(node) && !node.elseStatement)
      put(node, '', `if (${node.expression.getText(source)}) … is dropped`);
    if (ts.isCallExpression(node)) callChanges(node, source, put);
    if (ts.isTemplateLiteralToken(node)) changes.push(...conditionsIn(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

/** Swaps arguments, and drops a filter. */
function callChanges(
  node: ts.CallExpression,
  source: ts.SourceFile,
  put: (node: ts.Node, to: string, what: string) => void,
): void {
  const [first, second] = node.arguments;
  const texts = [first, second].map((one) => one?.getText(source) ?? '');
  const called = node.expression.getText(source);
  // There the order of numbers makes no difference.
  if (first && second && texts[0] !== texts[1] && !/^Math\.(?:min|max)$/.test(called)) {
    const rest = node.arguments.slice(2).map((one) => one.getText(source));
    const all = [texts[1], texts[0], ...rest].join(', ');
    put(node, `${called}(${all})`, `the first two arguments of ${called} are swapped`);
  }
  if (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'filter')
    put(node, node.expression.expression.getText(source), 'a filter is left out');
}

/** SQL conditions between two values of a template, each of which can be dropped. */
function conditionsIn(node: ts.TemplateLiteralToken, source: ts.SourceFile): Change[] {
  const text = node.getText(source);
  return [
    ...text.matchAll(
      /\s+AND (?:NOT )?[\w."]+(?: IS(?: NOT)? NULL| (?:<|>|<=|>=|=|<>) [\w.'()]+)?(?=\s|\)|`|$)/g,
    ),
  ].flatMap(([condition]) => {
    const start = node.getStart(source) + text.indexOf(condition);
    return text.split(condition).length === 2
      ? [
          {
            start,
            end: start + condition.length,
            to: '',
            what: `the condition${condition} of SQL is dropped`,
          },
        ]
      : [];
  });
}
