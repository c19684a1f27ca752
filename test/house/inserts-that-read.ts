import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';

/** An insert that reads: its table, and its own text with every fragment that is found, without literals. */
export type Insert = { table: string; text: string };

type Source = { root: string; file: string; tree: ts.SourceFile };

/** Begins the name of a client's table in the text of a statement. */
const TABLE = '$table_';
/** Stands for something unknown, mostly a parameter of the statement. */
const VALUE = '$value';

/**
 * The inserts into tables of a client that read, in the SQL of a file. Fragments are followed to where they are
 * declared, in this file or in another one of the project; those that a function takes belong to its inserts.
 */
export function insertsThatRead(root: string, file: string): Insert[] {
  const source = parse(root, file);
  const written = templatesIn(source.tree).flatMap((template) => insertsIn(textOf(source, template)));
  const given = callsIn(source.tree).flatMap(({ expression, arguments: all }) => {
    const text = all.flatMap((one) => (isFragment(source, one) ? fragmentsOf(source, one) : [])).join(' ');
    const [insert] = text === '' ? [] : insertsIn(fragmentsOf(source, expression).join(' '));
    return insert ? [{ table: insert.table, text: withoutLiterals(text) }] : [];
  });
  return [...written, ...given];
}

/** Whether an argument is SQL, or the name of a constant that is. */
function isFragment(source: Source, node: ts.Expression): boolean {
  if (!ts.isIdentifier(node)) return isSql(node);
  const place = declarationOf(source, node)?.node;
  return Boolean(place && ts.isVariableDeclaration(place) && place.initializer && isSql(place.initializer));
}

const insertsIn = (text: string): Insert[] =>
  [...withoutLiterals(text).matchAll(/INSERT INTO \$(?:table_)?(\w+)/g)]
    .map(({ index, input, 1: table = '' }) => ({ table, text: upToItsEnd(input.slice(index)) }))
    .filter((insert) => /\bSELECT\b/.test(insert.text));

const withoutLiterals = (text: string) => text.replaceAll(/--.*/g, '').replaceAll(/'[^']*'/g, "''");

/** The names of functions that an SQL text calls, and of keywords that call one without parentheses. */
export const functionsIn = (text: string): string[] =>
  [...text.matchAll(/\b([a-z_]\w*)\s*\(|\b(?:CURRENT|LOCAL)_?(?:DATE|TIME(?:STAMP)?)\b/gi)].map(
    ([called, name]) => (name ?? called).toLowerCase(),
  );

/** The types to which an SQL text casts something other than a value or a literal. */
export const castsIn = (text: string): string[] =>
  [...text.replaceAll(/(?:\$value|'')::[\w[\]]+/g, '').matchAll(/::(\w+(?:\[\])?)/g)].map(
    ([, type = '']) => type,
  );

const parsed = new Map<string, Source>();

function parse(root: string, file: string): Source {
  const path = join(root, file);
  const known = parsed.get(path);
  if (known) return known;
  const tree = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const source = { root, file, tree };
  parsed.set(path, source);
  return source;
}

const isSql = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql';

/** The outermost SQL templates under a node, in their order. */
function templatesIn(node: ts.Node): ts.TaggedTemplateExpression[] {
  const found: ts.TaggedTemplateExpression[] = [];
  const visit = (one: ts.Node): void => (isSql(one) ? void found.push(one) : ts.forEachChild(one, visit));
  visit(node);
  return found;
}

function callsIn(node: ts.Node): ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isCallExpression(one) && ts.isIdentifier(one.expression)) found.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function textOf(source: Source, { template }: ts.TaggedTemplateExpression): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const spans = template.templateSpans.map(
    ({ expression, literal }) => valueOf(source, expression) + literal.text,
  );
  return template.head.text + spans.join('');
}

/** The SQL that an expression inside a template may become. */
function valueOf(source: Source, expression: ts.Expression): string {
  const [, table] = /^(?:[\w.]+\.)?(?:stored|table|id)\((?:.*, )?'(\w+)'\)$/.exec(expression.getText()) ?? [];
  if (table) return `${TABLE}${table}`;
  const fragments = fragmentsOf(source, expression);
  return fragments.length === 0 ? VALUE : fragments.join(' ');
}

const declared = new Map<ts.Node, string[]>();

/** The SQL under a node, and that in the declarations of its names; not the statements that are executed there. */
function fragmentsOf(source: Source, node: ts.Node): string[] {
  if (isSql(node)) return isExecuted(node) ? [] : [textOf(source, node)];
  if (ts.isIdentifier(node)) {
    const place = declarationOf(source, node);
    if (!place) return [];
    const known = declared.get(place.node);
    if (known) return known;
    // A declaration that leads back to itself adds nothing.
    declared.set(place.node, []);
    const found = fragmentsOf(place.source, place.node);
    declared.set(place.node, found);
    return found;
  }
  const found: string[] = [];
  const add = (child: ts.Node): void => void found.push(...fragmentsOf(source, child));
  if (ts.isPropertyAccessExpression(node)) add(node.expression);
  else if (!ts.isVariableDeclaration(node) && !ts.isTypeNode(node)) ts.forEachChild(node, add);
  else if (ts.isVariableDeclaration(node) && node.initializer) add(node.initializer);
  return [...new Set(found)];
}

const isExecuted = ({ parent }: ts.Node) =>
  ts.isPropertyAccessExpression(parent) && parent.name.text === 'execute';

type Place = { source: Source; node: ts.Node };

/** The constant or function of a name that is in scope; undefined for parameters and other packages. */
function declarationOf(source: Source, name: ts.Identifier): Place | undefined {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((one) => isNamed(one, name.text))) return undefined;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    const node = declaredIn(scope, name.text);
    if (node) return { source, node };
  }
  return importedBy(source, name.text);
}

const isNamed = ({ name }: ts.ParameterDeclaration, text: string): boolean =>
  new RegExp(`\\b${text}\\b`).test(name.getText());

function declaredIn({ statements }: ts.Block | ts.SourceFile, name: string): ts.Node | undefined {
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement.body;
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((one) => one.name.getText() === name);
    if (found) return found;
  }
  return undefined;
}

function importedBy({ root, file, tree }: Source, name: string): Place | undefined {
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const names = statement.importClause?.namedBindings;
    if (!names || !ts.isNamedImports(names) || !names.elements.some((one) => one.name.text === name))
      continue;
    const { text } = statement.moduleSpecifier;
    const path = text.startsWith('#') ? text.slice(1) : join(file, '..', text);
    if (!existsSync(join(root, path))) return undefined;
    const source = parse(root, path);
    const node = declaredIn(source.tree, name);
    return node && { source, node };
  }
  return undefined;
}

/** The beginning of a text, up to the parenthesis that closes the one before it. */
function upToItsEnd(text: string): string {
  let depth = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return [...text].slice(0, index).join('');
  }
  return text;
}
