import {
  type CallExpression,
  type Expression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isIdentifier,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
} from "typescript/unstable/ast";
import { type Symbol as Name, SymbolFlags } from "typescript/unstable/sync";
import type { MadeStatement } from "./recorder.ts";
import { isInSource, linesOf, type SourceProgram } from "./source-program.ts";

/** Finds the texts that an expression of the source can stand for, among the statements that were recorded. */
export class StatementSources {
  private readonly program: SourceProgram;
  /** Texts by the lines that made them, or called what made them. */
  private readonly made: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly callsByName: ReadonlyMap<string, readonly CallExpression[]>;

  constructor(program: SourceProgram, made: readonly MadeStatement[]) {
    this.program = program;
    const byLine = new Map<string, Set<string>>();
    for (const { sites, text } of made)
      for (const site of sites) byLine.set(site, (byLine.get(site) ?? new Set()).add(text));
    this.made = byLine;
    const byName = new Map<string, CallExpression[]>();
    for (const call of program.calls) {
      const name = call.expression.getText();
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [call]);
      else known.push(call);
    }
    this.callsByName = byName;
  }

  /** Every text that the expression may be. Empty: it cannot be told. */
  textsOf(expression: Node): ReadonlySet<string> {
    const node = bare(expression);
    if (isConditionalExpression(node)) return this.together([node.whenTrue, node.whenFalse]);
    if (isIdentifier(node)) return this.ofDeclaration(this.declarationOf(node));
    if (isPropertyAccessExpression(node)) {
      const member = this.declarationOf(node.name);
      const isWritten = member !== undefined && isPropertyAssignment(member);
      return this.textsOf(isWritten ? member.initializer : node.expression);
    }
    const here = this.madeOn(node);
    if (here.size > 0) return here;
    if (isCallExpression(node) || isElementAccessExpression(node)) return this.textsOf(node.expression);
    return new Set();
  }

  /** The parameter that an expression is, or that makes the statement when it is called; undefined: it is none. */
  parameterOf(expression: Expression): ParameterDeclaration | undefined {
    const node = bare(expression);
    const name = isCallExpression(node) ? bare(node.expression) : node;
    const declaration = isIdentifier(name) ? this.declarationOf(name) : undefined;
    return declaration !== undefined && isParameterDeclaration(declaration) ? declaration : undefined;
  }

  /** What the callers of a function give for one of its parameters, with their calls. */
  givenFor(parameter: ParameterDeclaration): { readonly call: CallExpression; readonly given: Expression }[] {
    const owner = parameter.parent;
    if (!isFunctionDeclaration(owner) || owner.name === undefined) return [];
    const { name, parameters } = owner;
    const index = parameters.indexOf(parameter);
    return (this.callsByName.get(name.getText()) ?? []).flatMap((call) => {
      const given = call.arguments[index];
      if (given === undefined || this.declarationOf(call.expression) !== owner) return [];
      // A function that calls itself with what it was given.
      return this.parameterOf(given) === parameter ? [] : [{ call, given }];
    });
  }

  private ofDeclaration(declaration: Node | undefined): ReadonlySet<string> {
    if (declaration === undefined) return new Set();
    if (isParameterDeclaration(declaration)) return this.together(this.givenFor(declaration).map(({ given }) => given));
    if (isFunctionDeclaration(declaration)) return this.madeOn(declaration);
    if (isBindingElement(declaration)) return this.ofDeclaration(declaration.parent.parent);
    if (isPropertyAssignment(declaration)) return this.textsOf(declaration.initializer);
    if (!isVariableDeclaration(declaration)) return new Set();
    const loop = declaration.parent.parent;
    const from = declaration.initializer ?? (isForOfStatement(loop) ? loop.expression : undefined);
    return from === undefined ? new Set() : this.textsOf(from);
  }

  /** The texts of several expressions; of none, when one of them cannot be told. */
  private together(expressions: readonly Node[]): ReadonlySet<string> {
    const texts = expressions.map((expression) => this.textsOf(expression));
    return texts.every(({ size }) => size > 0) ? new Set(texts.flatMap((some) => [...some])) : new Set();
  }

  private madeOn(node: Node): ReadonlySet<string> {
    const { file, first, last } = linesOf(node);
    const found = new Set<string>();
    for (let line = first; line <= last; line += 1)
      for (const text of this.made.get(`${file}:${line}`) ?? []) found.add(text);
    return found;
  }

  /** Where a name of the source is declared, through imports; undefined for names of libraries. */
  private declarationOf(node: Node): Node | undefined {
    const { checker } = this.program;
    const symbol = checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const original: Name = (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    const declaration = original.valueDeclaration?.resolve();
    return declaration !== undefined && isInSource(declaration) ? declaration : undefined;
  }
}

function bare(node: Node): Node {
  return isParenthesizedExpression(node) ? bare(node.expression) : node;
}
