//! The slips of a file.

use std::path::Path;

use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, BinOp, Block, Expr, ExprBinary, Item, Lit, Pat, Stmt, UnOp, parse_quote};

use crate::values;

/// The file with its slips, which are added to the list.
pub fn slips(name: &Path, text: &str, list: &mut Vec<String>) -> String {
    let mut file = syn::parse_file(text).unwrap();
    Fold { name, list, within: Vec::new() }.visit_file_mut(&mut file);
    file.to_token_stream().to_string()
}

struct Fold<'a> {
    name: &'a Path,
    list: &'a mut Vec<String>,
    /// The names of the functions around.
    within: Vec<String>,
}

/// Operators and those that are written for them.
fn others(op: &BinOp) -> Vec<BinOp> {
    use BinOp::*;
    macro_rules! ops { ($($op:tt)*) => { vec![$(parse_quote!($op)),*] } }
    match op {
        Eq(_) => ops!(!=),
        Ne(_) => ops!(==),
        Lt(_) => ops!(== > <=),
        Gt(_) => ops!(== < >=),
        Le(_) => ops!(> <),
        Ge(_) => ops!(< >),
        Add(_) => ops!(- *),
        Sub(_) => ops!(+ /),
        Mul(_) => ops!(+ /),
        Div(_) => ops!(% *),
        Rem(_) => ops!(/ +),
        Shl(_) => ops!(>>),
        Shr(_) => ops!(<<),
        BitAnd(_) => ops!(| ^),
        BitOr(_) => ops!(& ^),
        BitXor(_) => ops!(| &),
        AddAssign(_) => ops!(-= *=),
        SubAssign(_) => ops!(+= /=),
        MulAssign(_) => ops!(+= /=),
        BitAndAssign(_) => ops!(|= ^=),
        BitOrAssign(_) => ops!(&= ^=),
        BitXorAssign(_) => ops!(|= &=),
        ShlAssign(_) => ops!(>>=),
        ShrAssign(_) => ops!(<<=),
        _ => vec![],
    }
}

/// Methods and those that are written for them.
const METHODS: [(&str, &str); 10] = [
    ("any", "all"),
    ("all", "any"),
    ("min", "max"),
    ("max", "min"),
    ("is_some", "is_none"),
    ("is_none", "is_some"),
    ("is_some_and", "is_none_or"),
    ("is_none_or", "is_some_and"),
    ("saturating_sub", "saturating_add"),
    ("trailing_zeros", "leading_zeros"),
];

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_test(attrs: &[Attribute]) -> bool {
    attrs
        .iter()
        .any(|attr| attr.path().is_ident("cfg") && attr.to_token_stream().to_string().contains("test"))
}

impl Fold<'_> {
    /// A new slip; what says whether it is awake.
    fn slip(&mut self, span: Span, what: &str) -> Expr {
        self.slip_of("usual", span, what)
    }

    fn slip_of(&mut self, kind: &str, span: Span, what: &str) -> Expr {
        let at = span.start();
        let within = self.within.join("::");
        let number = u32::try_from(self.list.len()).unwrap() + 1;
        let place = format!("{}:{}:{}", self.name.display(), at.line, at.column + 1);
        self.list.push(format!("{number}\t{kind}\t{place}\t{within}\t{what}"));
        parse_quote!(crate::mutants::on(#number))
    }

    /// `sides`: where they stand, which is not known any more when they have slips.
    fn binary(&mut self, binary: &mut ExprBinary, sides: [Span; 2]) -> Option<Expr> {
        let (op, span) = (binary.op, binary.op.span());
        let sign = op.to_token_stream().to_string();
        if matches!(op, BinOp::And(_) | BinOp::Or(_)) {
            return self.condition(binary, &sign, sides);
        }
        let others = others(&op);
        if others.is_empty() {
            return None;
        }
        let ways: Vec<(Expr, BinOp)> = others
            .into_iter()
            .map(|other| {
                let what = format!("{sign} -> {}", other.to_token_stream());
                (self.slip(span, &what), other)
            })
            .collect();
        let is_assigned =
            sign.len() > 1 && sign.ends_with('=') && !["==", "!=", "<=", ">="].contains(&sign.as_str());
        let is_compared = ["==", "!=", "<", ">", "<=", ">="].contains(&sign.as_str());
        let (left, right) = (&binary.left, &binary.right);
        let arms = ways.iter().map(|(on, other)| {
            if is_assigned {
                quote!(_ if #on => #left #other r,)
            } else {
                quote!((l, r) if #on => l #other r,)
            }
        });
        Some(if is_assigned {
            parse_quote!({ let r = #right; match () { #(#arms)* _ => #left #op r } })
        } else if is_compared {
            parse_quote!((match (&(#left), &(#right)) { #(#arms)* (l, r) => l #op r }))
        } else {
            parse_quote!((match ((#left), (#right)) { #(#arms)* (l, r) => l #op r }))
        })
    }

    /// Of conditions one may be left out, too.
    fn condition(&mut self, binary: &mut ExprBinary, sign: &str, sides: [Span; 2]) -> Option<Expr> {
        let span = binary.op.span();
        let is_and = sign == "&&";
        let is_chain = has_let(&binary.left) || has_let(&binary.right);
        let without = |side: &mut Expr, at: Span, which: &str, fold: &mut Self| {
            if !has_let(side) {
                let on = fold.slip_of("more", at, &format!("{sign} without its {which} side"));
                *side = if is_and { parse_quote!((#on || (#side))) } else { parse_quote!((!#on && (#side))) };
            }
        };
        without(&mut binary.left, sides[0], "left", self);
        without(&mut binary.right, sides[1], "right", self);
        if is_chain {
            return None;
        }
        let on = self.slip(span, if is_and { "&& -> ||" } else { "|| -> &&" });
        let (left, right) = (&binary.left, &binary.right);
        Some(if is_and {
            parse_quote!({ let l: bool = #left; if l == #on { l } else { #right } })
        } else {
            parse_quote!({ let l: bool = #left; if l != #on { l } else { #right } })
        })
    }

    /// Slips within a function, and in what it returns; a constant one has none.
    fn function(&mut self, sig: &syn::Signature, block: &mut Block) {
        if sig.constness.is_some() {
            return;
        }
        let name = sig.ident.to_string();
        self.within.push(name.clone());
        visit_mut::visit_block_mut(self, block);
        self.result(name, &sig.output, block, sig.ident.span());
        self.within.pop();
    }

    fn result(&mut self, name: String, output: &syn::ReturnType, block: &mut Block, span: Span) {
        let mut stmts: Vec<Stmt> = Vec::new();
        for value in values::of(output) {
            let on = self.slip(span, &format!("{name} returns {value}"));
            stmts.push(parse_quote!(if #on { return #value; }));
        }
        block.stmts.splice(0..0, stmts);
    }
}

impl VisitMut for Fold<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(_) | Item::Static(_) | Item::Macro(_) => {}
            Item::Mod(module) if is_test(&module.attrs) => {}
            _ => visit_mut::visit_item_mut(self, item),
        }
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_pat_mut(&mut self, _: &mut Pat) {}

    /// (A number in place of a type is a constant, too.)
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}

    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        self.function(&item.sig, &mut item.block);
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        self.function(&item.sig, &mut item.block);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let at = arm.guard.as_ref().map(|(_, guard)| guard.span());
        visit_mut::visit_arm_mut(self, arm);
        if let Some((_, guard)) = &mut arm.guard
            && let Some(at) = at
            && !has_let(guard)
        {
            let (always, never) = (self.slip(at, "guard -> true"), self.slip(at, "guard -> false"));
            **guard = parse_quote!((#always || !#never && (#guard)));
        }
    }

    fn visit_expr_match_mut(&mut self, expr: &mut syn::ExprMatch) {
        visit_mut::visit_expr_match_mut(self, expr);
        let is_wild = |arm: &syn::Arm| matches!(arm.pat, Pat::Wild(_)) && arm.guard.is_none();
        if !expr.arms.iter().any(is_wild) {
            return;
        }
        for arm in expr.arms.iter_mut().filter(|arm| !is_wild(arm)) {
            let what = format!("without the arm {}", arm.pat.to_token_stream());
            let on = self.slip(arm.pat.span(), &what);
            let guard: Expr = match &arm.guard {
                Some((_, guard)) if has_let(guard) => continue,
                Some((_, guard)) => parse_quote!((!#on && (#guard))),
                None => parse_quote!(!#on),
            };
            arm.guard = Some((Default::default(), Box::new(guard)));
        }
    }

    fn visit_expr_struct_mut(&mut self, expr: &mut syn::ExprStruct) {
        visit_mut::visit_expr_struct_mut(self, expr);
        let Some(rest) = expr.rest.clone() else { return };
        // What cannot be copied.
        if !["Board", "Man", "Move"].iter().any(|name| expr.path.is_ident(name)) {
            return;
        }
        for field in &mut expr.fields {
            let (member, value) = (&field.member, &field.expr);
            let name = member.to_token_stream();
            let on = self.slip(field.member.span(), &format!("without the field {name}"));
            field.expr = parse_quote!(if #on { (#rest).#member } else { #value });
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_expr_repeat_mut(&mut self, expr: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut expr.expr);
    }

    /// What is only referred to lives on as a constant.
    fn visit_expr_reference_mut(&mut self, expr: &mut syn::ExprReference) {
        if !matches!(&*expr.expr, Expr::Array(_) | Expr::Lit(_)) {
            visit_mut::visit_expr_reference_mut(self, expr);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let span = expr.span();
        let sides = match expr {
            Expr::Binary(binary) => [binary.left.span(), binary.right.span()],
            _ => [span; 2],
        };
        visit_mut::visit_expr_mut(self, expr);
        let made = match expr {
            Expr::Binary(binary) => self.binary(binary, sides),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                let (op, of) = (&unary.op, &unary.expr);
                let sign = op.to_token_stream().to_string();
                let on = self.slip(span, &format!("without {sign}"));
                Some(parse_quote!((if #on { #op (#op #of) } else { #op #of })))
            }
            Expr::Lit(lit) => match &lit.lit {
                Lit::Int(number) => {
                    let value: u128 = number.base10_parse().unwrap();
                    let suffix = number.suffix();
                    let text = number.to_string();
                    let mut ways = Vec::new();
                    for other in [Some(value + 1), value.checked_sub(1)].into_iter().flatten() {
                        let on = self.slip_of("more", span, &format!("{text} -> {other}"));
                        let other = syn::LitInt::new(&format!("{other}{suffix}"), span);
                        ways.push(quote!(if #on { #other } else));
                    }
                    Some(parse_quote!((#(#ways)* { #number })))
                }
                _ => None,
            },
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                // `any` and `all` of an iterator, not of something else.
                let is_meant = !["any", "all"].contains(&name.as_str())
                    || matches!(call.args.first(), Some(Expr::Closure(_)))
                    || !call.args.is_empty() && !matches!(&*call.receiver, Expr::Path(_));
                METHODS.iter().find(|(from, _)| is_meant && *from == name).map(|(_, to)| {
                    let on = self.slip_of("more", call.method.span(), &format!("{name} -> {to}"));
                    let mut other = call.clone();
                    other.method = syn::Ident::new(to, call.method.span());
                    parse_quote!((if #on { #other } else { #call }))
                })
            }
            _ => None,
        };
        if let Some(made) = made {
            *expr = made;
        }
    }
}
